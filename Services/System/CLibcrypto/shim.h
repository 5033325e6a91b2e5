#pragma once

// SHA-256 in its plain form is marked as old; it is the only one whose state can be kept and taken up again.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <openssl/cms.h>
#include <openssl/ec.h>
#include <openssl/ess.h>
#include <openssl/evp.h>
#include <openssl/err.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/pem.h>
#include <openssl/ts.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#pragma once

#include <qpdf/qpdf-c.h>
#include <zlib.h>

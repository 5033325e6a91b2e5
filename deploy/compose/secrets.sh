#!/bin/sh
# Fills the volumes of secrets and of the edge's certificate at the first start, and leaves what is there alone.
#
#   secrets.sh SECRETS EDGE       two folders
#
# SECRETS gets database-password and database-url; EDGE gets edge.pem. A certificate that this script has made is renewed before it
# expires; another one is looked at, and its faults are told.
set -eu
secrets=$1 edge=$2
umask 022

say() { echo "secrets: $*" >&2; }
# Whole or not at all: a start that ends in the middle leaves no half of a secret.
write() { cat >"$1.new" && mv "$1.new" "$1"; }

if [ ! -s "$secrets/database-password" ]; then
    if [ -n "${POSTGRES_PASSWORD:-}" ]; then
        printf '%s' "$POSTGRES_PASSWORD" | write "$secrets/database-password"
    else
        openssl rand -hex 24 | tr -d '\n' | write "$secrets/database-password"
        say "made a password for Postgres"
    fi
fi
# Any byte may be in a password: in a URL each is written as %XX.
password=$(od -An -v -tx1 <"$secrets/database-password" | tr -d '\n' | sed 's/ /%/g')
printf 'postgresql://docket:%s@postgres:5432/docket' "$password" | write "$secrets/database-url"

certificate=$edge/edge.pem
self_made=/CN=docket-edge-self-made
if [ -s "$certificate" ] && ! openssl x509 -in "$certificate" -noout 2>/dev/null; then
    say "$certificate is no certificate in PEM: it takes the certificate, its chain and its key, in one file"
    exit 1
fi
if [ -s "$certificate" ] && openssl x509 -in "$certificate" -noout -checkend 2592000 >/dev/null; then exit 0; fi
if [ -s "$certificate" ] && [ "$(openssl x509 -in "$certificate" -noout -issuer -nameopt RFC2253 | sed 's/^issuer= *//')" != "CN=docket-edge-self-made" ]; then
    # The edge starts all the same: clients say it louder than a container that does not come up.
    say "the certificate of the edge $(openssl x509 -in "$certificate" -noout -enddate | sed 's/notAfter=/ends at /'): replace $certificate, and the edge takes it by itself"
    exit 0
fi
name=${DOCKET_EDGE_NAME:-localhost}
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj "$self_made" \
    -addext "subjectAltName=DNS:$name,DNS:localhost,IP:127.0.0.1" -keyout "$edge/key.new" -out "$edge/certificate.new" 2>/dev/null
cat "$edge/certificate.new" "$edge/key.new" | write "$certificate"
rm -f "$edge/key.new" "$edge/certificate.new"
say "made a certificate for $name, which nobody trusts by himself: for a first try"

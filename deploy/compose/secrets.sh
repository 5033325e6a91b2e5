#!/bin/sh
# Makes what is secret at the first start, leaves what is there alone, and gives each reader what it needs and nothing else.
#
#   secrets.sh SECRETS EDGE READERS       three folders
#
# SECRETS gets database-password, kafka-password, signing-key.pem and sealing-keys, beside which files of one's own may lie. EDGE gets edge.pem: a certificate that
# this script has made is renewed before it expires; another one is looked at, and its faults are told. READERS has a folder for each
# who reads something; it is written anew each time, and belongs to the group DOCKET_GROUP where this runs as root.
set -eu
secrets=$1 edge=$2 readers=$3
group=${DOCKET_GROUP:-10001}
umask 077

say() { echo "secrets: $*" >&2; }
# Whole or not at all: a start that ends in the middle leaves no half of a secret.
write() { cat >"$1.new" && mv "$1.new" "$1"; }
as_root() { [ "$(id -u)" -ne 0 ] || "$@"; }
# For those who are in the group, and nobody else.
share() {
    as_root chgrp "$group" "$1"
    if [ -d "$1" ]; then chmod 0750 "$1"; else chmod 0440 "$1"; fi
}

# MARK: - What is made

# Belongs to whom the folder does, as what he has put there himself.
make() {
    if [ ! -s "$secrets/$1" ]; then
        if [ -n "$2" ]; then printf '%s' "$2"; else openssl rand -hex 24 | tr -d '\n'; fi | write "$secrets/$1"
        as_root chown --reference="$secrets" "$secrets/$1"
        say "made $1"
    fi
    chmod 0600 "$secrets/$1"
}
make database-password "${POSTGRES_PASSWORD:-}"
make kafka-password ""
# Signs manifests. Keys of before may follow it in the file: they stay published, to check what they have signed.
if [ ! -s "$secrets/signing-key.pem" ]; then
    openssl genpkey -algorithm ed25519 | write "$secrets/signing-key.pem"
    as_root chown --reference="$secrets" "$secrets/signing-key.pem"
    say "made signing-key.pem"
fi
chmod 0600 "$secrets/signing-key.pem"
# Without these nothing that is stored can be read: keep a copy of the file where the backups are not. A new key goes first.
if [ ! -s "$secrets/sealing-keys" ]; then
    key=$(openssl rand -base64 32)
    printf 'first %s\n' "$key" | write "$secrets/sealing-keys"
    as_root chown --reference="$secrets" "$secrets/sealing-keys"
    say "made sealing-keys"
fi
chmod 0600 "$secrets/sealing-keys"
# Of an earlier version, which had it here.
rm -f "$secrets/database-url"
case $(cat "$secrets/kafka-password") in
    *[!A-Za-z0-9._~-]*)
        say "$secrets/kafka-password has other characters than letters, digits and ._~-, which Kafka's files cannot hold as they are"
        exit 1
        ;;
esac

# MARK: - Who gets what

# A reader's folder is emptied of what it is not given again.
given=
reader() {
    finish
    reader=$1 given=" "
    mkdir -p "$readers/$reader"
    share "$readers/$reader"
}
# A name, and the file that is copied; or a format of printf, and the secret that stands in it, once or twice.
give() {
    write "$readers/$reader/$1" <"$2"
    note "$1"
}
give_text() {
    printf "$2" "$3" "$3" | write "$readers/$reader/$1"
    note "$1"
}
note() {
    share "$readers/$reader/$1"
    given="$given$1 "
}
finish() {
    [ -n "$given" ] || return 0
    for file in "$readers/$reader"/*; do
        case $given in *" ${file##*/} "*) ;; *) rm -f "$file" ;; esac
    done
}
# The file that a variable names, as the services see it.
give_own() {
    eval "path=\${$1:-}"
    case $path in
        '') return 0 ;;
        /var/lib/docket/secrets/*) name=${path#/var/lib/docket/secrets/} ;;
        *) return 0 ;;
    esac
    case $name in
        */* | database-password)
            say "$1 names $path; a file of one's own lies beside database-password, in no folder below"
            exit 1
            ;;
    esac
    if [ -s "$secrets/$name" ]; then give "$name" "$secrets/$name"; else say "$1 names $path, and DOCKET_SECRETS has no $name"; fi
}

give_database() {
    # Any byte may be in a password: in a URL each is written as %XX.
    password=$(od -An -v -tx1 <"$secrets/database-password" | tr -d '\n' | sed 's/ /%/g')
    server=postgres:5432 place=pooler:6432
    [ "${DATABASE_POOLER:-off}" != off ] || place=$server
    give_text database-url "postgresql://docket:%s@$place/docket%.0s" "$password"
    give_text database-direct-url "postgresql://docket:%s@$server/docket%.0s" "$password"
}
give_kafka() { give kafka-password "$secrets/kafka-password"; }

kafka_password=$(cat "$secrets/kafka-password")
reader postgres
give database-password "$secrets/database-password"

# Where there is a pooler: it lets in who knows the password, and comes in by it itself. A quote is written twice. Its folder is there
# by deploy/compose/pooler.yml alone.
if [ "${DATABASE_POOLER:-off}" = off ]; then
    [ ! -d "$readers/pooler" ] || { say "deploy/compose/pooler.yml needs DATABASE_POOLER=transaction in .env"; exit 1; }
else
    [ -d "$readers/pooler" ] || { say "DATABASE_POOLER needs deploy/compose/pooler.yml in COMPOSE_FILE, or has to be off"; exit 1; }
    reader pooler
    give_text users '"docket" "%s"\n%.0s' "$(sed 's/"/""/g' "$secrets/database-password")"
fi

reader kafka
module='org.apache.kafka.common.security.plain.PlainLoginModule required username="docket"'
give_text jaas.conf "KafkaServer {\n  $module password=\"%s\" user_docket=\"%s\";\n};\n" "$kafka_password"
# For Kafka's own tools: kafka-topics.sh --command-config
client='security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\n'
give_text client.properties "${client}sasl.jaas.config=$module password=\"%s\";\n%.0s" "$kafka_password"

reader migration
give_database
give_kafka

reader gateway
give_database
give_kafka
give signing-key.pem "$secrets/signing-key.pem"
give sealing-keys "$secrets/sealing-keys"
for variable in DOCKET_TOKENS_FILE AWS_SECRET_ACCESS_KEY_FILE VAULT_TOKEN_FILE PKCS11_PIN_FILE OTEL_EXPORTER_OTLP_HEADERS_FILE; do give_own "$variable"; done

reader worker
give_database
give_kafka
give sealing-keys "$secrets/sealing-keys"
for variable in AWS_SECRET_ACCESS_KEY_FILE VAULT_TOKEN_FILE PKCS11_PIN_FILE OTEL_EXPORTER_OTLP_HEADERS_FILE; do give_own "$variable"; done

reader notification
give_database
give_kafka
give sealing-keys "$secrets/sealing-keys"
for variable in DOCKET_WEBHOOK_SECRET_FILE DOCKET_CALLOUT_SECRET_FILE DOCKET_SMTP_PASSWORD_FILE DOCKET_APNS_KEY_FILE VAULT_TOKEN_FILE \
    PKCS11_PIN_FILE OTEL_EXPORTER_OTLP_HEADERS_FILE; do
    give_own "$variable"
done
# It stores no documents, and opens the keys of webhooks.
[ -z "${DOCKET_SEALING_KMS_KEY:-}" ] || give_own AWS_SECRET_ACCESS_KEY_FILE

# Who runs `docket`, which signs what it exports, and kcat on the host: kcat -F kcat.conf. The key of the first start is written beside
# these, by user 10001.
reader operator
give_database
give_kafka
give_own AWS_SECRET_ACCESS_KEY_FILE
give_own VAULT_TOKEN_FILE
give_own PKCS11_PIN_FILE
give signing-key.pem "$secrets/signing-key.pem"
give sealing-keys "$secrets/sealing-keys"
give_text kcat.conf "${client}sasl.username=docket\nsasl.password=%s\n%.0s" "$kafka_password"
given="${given}api-key api-key.new "
finish
as_root chown "$group" "$readers/operator"

# MARK: - The certificate

certificate=$edge/edge.pem
self_made=docket-edge-self-made
is_self_made() { [ "$(openssl x509 -in "$certificate" -noout -issuer -nameopt RFC2253 | sed 's/^issuer= *//')" = "CN=$self_made" ]; }
if [ -s "$certificate" ]; then
    if ! openssl x509 -in "$certificate" -noout 2>/dev/null; then
        say "$certificate is no certificate in PEM: it takes the certificate, its chain and its key, in one file"
        exit 1
    fi
    # Its key is in it.
    if is_self_made; then share "$certificate"; fi
    if openssl x509 -in "$certificate" -noout -checkend 2592000 >/dev/null; then exit 0; fi
    if ! is_self_made; then
        # The edge starts all the same: clients say it louder than a container that does not come up.
        say "the certificate of the edge $(openssl x509 -in "$certificate" -noout -enddate | sed 's/notAfter=/ends at /'): replace $certificate, and the edge takes it by itself"
        exit 0
    fi
fi
name=${DOCKET_EDGE_NAME:-localhost}
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj "/CN=$self_made" \
    -addext "subjectAltName=DNS:$name,DNS:localhost,IP:127.0.0.1" -keyout "$edge/key.new" -out "$edge/certificate.new" 2>/dev/null
cat "$edge/certificate.new" "$edge/key.new" | write "$certificate"
share "$certificate"
rm -f "$edge/key.new" "$edge/certificate.new"
say "made a certificate for $name, which nobody trusts by himself: for a first try"

#!/bin/bash
# Asks the edge, from inside its container.
#
#   edge-ask.sh health           whether it works; 1 and a word why not, also for a certificate that has ended
#   edge-ask.sh COMMAND…         a command of HAProxy's own, such as: show servers state gateways
set -uo pipefail
tell() { echo "$*"; exit 1; }

# HAProxy closes the connection after its answer.
ask() {
    exec 3<>"/dev/tcp/${DOCKET_EDGE_ADMIN%:*}/${DOCKET_EDGE_ADMIN##*:}" || return 1
    printf '%s\n' "$*" >&3
    cat <&3
    exec 3>&-
}

if [ "${1:-}" != health ]; then
    ask "$@"
    exit
fi

# Plain HTTP is answered with the way to https, by HAProxy itself.
plain=${DOCKET_EDGE_HTTP##*:}
{ exec 4<>"/dev/tcp/127.0.0.1/$plain"; } 2>/dev/null || tell "nobody listens at port $plain"
printf 'GET / HTTP/1.0\r\nHost: edge\r\n\r\n' >&4
read -r line <&4
[[ $line == *" 308 "* ]] || tell "port $plain answers: $line"
exec 4>&-

ends=$(ask "show ssl cert $DOCKET_EDGE_CERTIFICATE" | sed -n 's/^[Nn]ot \{0,1\}[Aa]fter *: *//p')
[ -n "$ends" ] || tell "HAProxy has no certificate of $DOCKET_EDGE_CERTIFICATE"
[ "$(date -d "$ends" +%s)" -gt "$(date +%s)" ] \
    || tell "the certificate has ended at $ends: replace $DOCKET_EDGE_CERTIFICATE, and the edge takes the new one by itself"
echo "works; the certificate ends at $ends"

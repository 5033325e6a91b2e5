#!/bin/sh
# Makes a key of the tenant “default” at the first start, and says where it lies; later starts find that there is one.
#
#   first-key.sh FILE
#
# Where the configuration lets somebody in already, nobody needs it.
set -eu
file=$1
say() { echo "first-key: $*" >&2; }

if [ -n "${DOCKET_TOKENS:-}${DOCKET_TOKENS_FILE:-}" ]; then
    say "DOCKET_TOKENS says who may come in; no key is made"
    exit 0
fi
if [ "${DOCKET_DEVELOPMENT:-false}" = true ]; then
    say "DOCKET_DEVELOPMENT is true; a key would end it, so none is made"
    exit 0
fi
docket keys create --tenant default --name "first start" --first --save "$file"
[ ! -s "$file" ] || say "show it with: docker-compose run --rm --no-deps --entrypoint cat docket $file"

#!/bin/bash
# Runs the edge, and has it take its certificate anew when the file changes: whoever renews it restarts nothing.
#
#   edge.sh CONFIGURATION       deploy/haproxy.cfg, with the variables that it names
#
# A certificate that HAProxy does not take is told, and the one before stays. Signals are handed on: USR1 ends it when its
# connections have ended, TERM at once.
set -uo pipefail
configuration=$1
certificate=${DOCKET_EDGE_CERTIFICATE:?}
interval=${DOCKET_EDGE_CERTIFICATE_INTERVAL:-5}
say() { echo "edge: $*" >&2; }
contents() { cksum <"$certificate" 2>/dev/null; }

taken=$(contents)
haproxy -W -db -f "$configuration" &
haproxy=$!
for signal in USR1 TERM INT; do trap "kill -$signal $haproxy 2>/dev/null" "$signal"; done

while kill -0 "$haproxy" 2>/dev/null; do
    sleep "$interval" &
    # Ends early with HAProxy, or by a signal.
    wait -n "$!" "$haproxy"
    kill "$!" 2>/dev/null
    found=$(contents) || continue
    [ "$found" != "$taken" ] || continue
    taken=$found
    if complaint=$(haproxy -c -f "$configuration" 2>&1 >/dev/null); then
        say "$certificate has changed, and is taken"
        kill -USR2 "$haproxy" 2>/dev/null
    else
        say "$certificate has changed, and cannot be taken; the one before stays: $(grep -m 1 ALERT <<<"$complaint")"
    fi
done
wait "$haproxy"

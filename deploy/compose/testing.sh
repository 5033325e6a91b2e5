# What deploy/compose-test and deploy/upgrade-test have in common: an engine, a project of its own on ports of its own, and its end.
# Sourced by them, with `me` set to the script's name.

say() { echo "$me: $*" >&2; }
fail() { say "FAILED: $*"; exit 1; }
# Where DOCKET_TEST_REQUIRED is set, whatever could not be tried has failed.
skip() {
    [ -z "${DOCKET_TEST_REQUIRED:-}" ] || fail "cannot be skipped here: $*"
    say "SKIPPED: $*"
    exit 0
}
took() { echo "$((SECONDS - $1)) s"; }

# Those that deploy/roll replaces.
mapfile -t services < <(awk '/^  [a-z0-9-]+:$/ { name = substr($1, 1, length($1) - 1) } /com\.docket\.roll:/ { print name }' docker-compose.yml)
nodes=(kafka)
profiles=(--profile observability)

# MARK: - What it needs

if command -v docker-compose >/dev/null; then
    compose=(docker-compose)
elif docker compose version >/dev/null 2>&1; then
    compose=(docker compose)
elif [ -z "${DOCKET_TEST_ENGINE:-}" ]; then
    skip "there is no docker-compose; install it, or name an engine with DOCKET_TEST_ENGINE"
else
    compose=(docker-compose)
fi
engine_to_stop=
work=
leave() {
    local code=$?
    trap - EXIT INT TERM
    if [ -n "$work" ]; then
        docker rm --force "$COMPOSE_PROJECT_NAME-replay" >/dev/null 2>&1 || true
        if [ "$code" -ne 0 ]; then "${compose[@]}" logs --no-color --tail=30 prepare migrate first-key edge "${services[@]}" >&2 || true; fi
        "${compose[@]}" "${profiles[@]}" down --volumes --remove-orphans >"$work/down.log" 2>&1 || cat "$work/down.log" >&2
        rm -rf "$work"
    fi
    # One that was started here is not left running.
    [ -z "$engine_to_stop" ] || "$engine_to_stop" stop || say "'$engine_to_stop stop' has failed"
    exit "$code"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if [ -z "${DOCKER_HOST:-}" ] && [ -n "${DOCKET_TEST_ENGINE:-}" ]; then
    [[ $("$DOCKET_TEST_ENGINE" status 2>/dev/null || true) == running* ]] || engine_to_stop=$DOCKET_TEST_ENGINE
    host=$("$DOCKET_TEST_ENGINE" start) || fail "'$DOCKET_TEST_ENGINE start' has failed"
    export "${host?}"
    say "bases"
    "$DOCKET_TEST_ENGINE" bases >&2 || fail "'$DOCKET_TEST_ENGINE bases' has failed"
fi
docker info >/dev/null 2>&1 || skip "no Docker engine answers; start one, or name a script with DOCKET_TEST_ENGINE"
for tool in kcat curl jq vips qpdf; do
    command -v "$tool" >/dev/null || fail "needs $tool: run 'deploy/prepare test', then this again"
done

# MARK: - A project of its own

work=$(mktemp -d)
export COMPOSE_PROJECT_NAME=docket-test-$$ DOCKET_IMAGE=docket:test DOCKET_READING_IMAGE=docket-reading:test
# The image that a service is to run.
image_of() { if [ "$1" = reading-worker ]; then echo "$DOCKET_READING_IMAGE"; else echo "$DOCKET_IMAGE"; fi; }
ports=$(python3 -c '
import socket
sockets = [socket.socket() for _ in range(7)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))')
read -r DOCKET_PORT KAFKA_PORT PROMETHEUS_PORT DOCKET_HTTPS_PORT DOCKET_HTTP_PORT KAFKA_PORT_2 KAFKA_PORT_3 <<<"$ports"
export DOCKET_PORT KAFKA_PORT PROMETHEUS_PORT DOCKET_HTTPS_PORT DOCKET_HTTP_PORT KAFKA_PORT_2 KAFKA_PORT_3
gateway=http://127.0.0.1:$DOCKET_PORT
edge=https://localhost:$DOCKET_HTTPS_PORT

container() { "${compose[@]}" ps --all --quiet "$1"; }
ask() { docker inspect --format "$1" "$(container "$2")"; }

# Waits until what can be healthy is; fails at once when a container ends.
healthy() {
    local begin=$SECONDS service state waiting
    while :; do
        waiting=()
        for service in postgres "${nodes[@]}" "${services[@]}" edge; do
            state=$(ask '{{.State.Status}} {{.State.Health.Status}}' "$service")
            case $state in
                'running healthy') ;;
                exited*) fail "$service has ended: $state" ;;
                *) waiting+=("$service ($state)") ;;
            esac
        done
        [ ${#waiting[@]} -gt 0 ] || break
        [ $((SECONDS - begin)) -lt 180 ] || fail "after $(took "$begin") not healthy: ${waiting[*]}"
        sleep 1
    done
    say "all are healthy after $(took "$begin")"
}

# A file of the operator's secrets, such as the key that the first start has made.
secret() { "${compose[@]}" run --rm -T --no-deps --entrypoint cat docket "/var/lib/docket/secrets/$1"; }

# Waits until a command succeeds: so many seconds, what is waited for, the command.
await() {
    local limit=$1 what=$2 begin=$SECONDS
    shift 2
    until "$@"; do
        [ $((SECONDS - begin)) -lt "$limit" ] || fail "not within $limit s: $what"
        sleep 0.2
    done
}

# A photo of 7.7 million pixels, which no compression makes small.
photo() {
    vips gaussnoise "$work/noise.v" 2400 3200
    vips bandjoin "$work/noise.v $work/noise.v $work/noise.v" "$work/colours.v"
    vips cast "$work/colours.v" "$work/photo.v" uchar
    vips copy "$work/photo.v" "$work/photo.jpg" --interpretation srgb
}

# A letter that says who it is from, and when: 1654 by 2339 pixels of black on white.
letter() {
    vips text "$work/words.v" "$(printf '%s\n\n' "Stadtwerke Beispielstadt" "Rechnung 4711" "Rechnungsdatum: $(date +%d.%m.%Y)" "Gesamtbetrag: 84,20 EUR")" \
        --width 1300 --dpi 200
    vips invert "$work/words.v" "$work/print.v"
    vips embed "$work/print.v" "$work/letter.jpg" 160 200 1654 2339 --extend white
}

# The certificate that the first start has made, for clients that trust it.
edge_certificate() { "${compose[@]}" exec -T edge cat /etc/docket/edge/edge.pem | sed '/BEGIN PRIVATE KEY/,$d' >"$work/edge.pem"; }
through() { curl --silent --show-error --cacert "$work/edge.pem" --max-time 30 "$@"; }

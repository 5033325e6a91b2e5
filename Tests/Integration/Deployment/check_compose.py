"""Holds docker-compose.yml against what it promises: python3 check_compose.py REPOSITORY VARIABLES-FILE. Complains line by line."""
import json, os, re, subprocess, sys
import yaml

root, variables_file = sys.argv[1:3]
known = set(open(variables_file).read().split())
complaints = []


def complain(text):
    complaints.append(text)


def config(*arguments, **variables):
    environment = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "DOCKER_CONFIG")}
    environment.update(variables)
    result = subprocess.run(["docker-compose", "--project-directory", root, "-f", f"{root}/docker-compose.yml", *arguments, "config"],
                            capture_output=True, text=True, env=environment)
    if result.returncode != 0:
        complain(f"docker-compose {' '.join(arguments)} config: {result.stderr.strip()}")
        return {"services": {}}
    return yaml.safe_load(result.stdout)


every_profile = [word for name in ("cluster", "observability", "development", "tools") for word in ("--profile", name)]
plain, whole = config(), config(*every_profile)
cluster = config("--env-file", f"{root}/deploy/compose/cluster.env", *every_profile)
example = config("--env-file", f"{root}/.env.example", *every_profile)

ours = {name: service for name, service in whole["services"].items() if service["image"].startswith("docket")}
if len(ours) != 10:
    complain(f"of Docket's services there are {sorted(ours)}")
for name, service in whole["services"].items():
    for key in ("mem_limit", "pids_limit", "security_opt"):
        if not service.get(key):
            complain(f"{name} has no {key}")
    if service.get("logging", {}).get("options", {}).get("max-size") is None:
        complain(f"the log of {name} is not rotated")
    if not service.get("restart"):
        complain(f"{name} has no restart policy")
    # Who writes for several users has no network.
    for_writing = ["CHOWN", "DAC_OVERRIDE", "FOWNER"] if name == "prepare" and service.get("network_mode") == "none" else None
    if service.get("privileged") or service.get("cap_add") != for_writing:
        complain(f"{name} has more rights than it needs")
    for port in service.get("ports", []):
        text = port if isinstance(port, str) else f"{port.get('host_ip', '')}:{port['published']}"
        if not text.startswith("127.0.0.1:"):
            complain(f"{name} is open to the network by default: {text}")
for name, service in list(ours.items()) + [("edge", whole["services"].get("edge", {}))]:
    if service.get("read_only") is not True or service.get("cap_drop") != ["ALL"]:
        complain(f"{name} can write to its own image, or has capabilities")
for name, service in whole["services"].items():
    long_lived = service.get("restart") in ("unless-stopped", "always")
    if long_lived and name not in ("prometheus", "mailpit") and not service.get("healthcheck", {}).get("test"):
        complain(f"{name} has no health check")
    for variable, value in (service.get("environment") or {}).items():
        if name in ours and variable.startswith("DOCKET_") and variable not in known and variable != "DOCKET_EDGE_NAME":
            complain(f"{name} is given {variable}, which no service knows")
        is_secret = re.search(r"PASSWORD|SECRET|TOKEN", variable) and not variable.endswith(("_FILE", "_ID"))
        if is_secret and value:
            complain(f"{name} has a secret in its environment by default: {variable}")

for name in ("edge", "intake-gateway", "intake-gateway-2", "postgres", "kafka", "prepare", "migrate"):
    if plain["services"].get(name, {"profiles": "none"}).get("profiles"):
        complain(f"{name} does not run by default")
for name in ("kafka-2", "kafka-3", "prometheus", "mailpit", "docket"):
    # docker-compose 1.29 shows those of every profile.
    if name in plain["services"] and not plain["services"][name].get("profiles"):
        complain(f"{name} runs without its profile")

# Nobody comes in without a key, and each has the secrets that it needs.
for name in ("intake-gateway", "intake-gateway-2", "first-key"):
    if whole["services"].get(name, {}).get("environment", {}).get("DOCKET_DEVELOPMENT") != "false":
        complain(f"{name} lets everybody in by default")
for name in ("validation-worker", "normalization-worker", "reading-worker"):
    if whole["services"][name]["environment"].get("DOCKET_DECODER_LOCKS") != "seccomp":
        complain(f"{name} decodes documents on a host without seccomp")


def volume(mount):
    source, target = mount.split(":")[:2] if isinstance(mount, str) else (mount["source"], mount["target"])
    return source, target


SECRETS = {
    "postgres": "postgres", "kafka": "kafka", "kafka-2": "kafka", "kafka-3": "kafka", "migrate": "migration",
    "intake-gateway": "gateway", "intake-gateway-2": "gateway", "validation-worker": "worker", "normalization-worker": "worker",
    "reading-worker": "worker", "notification-service": "notification", "first-key": "operator", "docket": "operator",
}
for name, service in whole["services"].items():
    mounted = {source for source, _ in map(volume, service.get("volumes", [])) if source.startswith("secrets")}
    wanted = {"secrets"} | {f"secrets-{reader}" for reader in SECRETS.values()} if name == "prepare" else \
        {f"secrets-{SECRETS[name]}"} if name in SECRETS else set()
    if mounted != wanted:
        complain(f"{name} mounts the secrets {sorted(mounted)} instead of {sorted(wanted)}")

# An export over the database is signed, and checked, by the key of the gateways.
for name in ("intake-gateway", "intake-gateway-2", "docket"):
    if whole["services"][name]["environment"].get("DOCKET_SIGNING_KEY_FILE") != "/var/lib/docket/secrets/signing-key.pem":
        complain(f"{name} has no key to sign by")

# What reads is in an image of its own, made by the same file; and all services are told alike whether pages are read.
reading = whole["services"].get("reading-worker", {})
if reading.get("build", {}).get("target") != "reading" or "READING_MODELS" not in reading.get("build", {}).get("args", {}):
    complain(f"the reading worker's image is built as {reading.get('build')}")
if reading.get("build", {}).get("args") != whole["services"]["prepare"].get("build", {}).get("args"):
    complain("the two images are built with different arguments: the second would compile everything anew")
if [name for name, service in ours.items() if service["image"] == reading.get("image")] != ["reading-worker"]:
    complain("others than the reading worker have its image")
for name, service in config(*every_profile, DOCKET_READING="off")["services"].items():
    if name in ours and name not in ("prepare", "first-key") and service["environment"].get("DOCKET_READING") != "off":
        complain(f"{name} is not told that no page is read")
if config(DOCKET_READING_WORKERS="0")["services"].get("reading-worker", {}).get("scale") != 0:
    complain("one cannot do without the reading worker")

# Kafka asks everybody who he is.
for name in ("kafka", "kafka-2", "kafka-3"):
    listeners = dict(entry.split(":") for entry in whole["services"][name]["environment"]["KAFKA_LISTENER_SECURITY_PROTOCOL_MAP"].split(","))
    if set(listeners.values()) != {"SASL_PLAINTEXT"}:
        complain(f"{name} lets everybody in: {listeners}")
for name, service in ours.items():
    if name not in ("prepare", "first-key") and (
            service["environment"].get("KAFKA_SECURITY_PROTOCOL") != "SASL_PLAINTEXT" or not service["environment"].get("KAFKA_SASL_PASSWORD_FILE")):
        complain(f"{name} does not say to Kafka who it is")

# Each image may be named by its digest.
by_digest = {variable: f"registry.example/{variable.lower()}@sha256:{'0123456789abcdef' * 4}"
             for variable in ("DOCKET_IMAGE", "DOCKET_READING_IMAGE", "POSTGRES_IMAGE", "KAFKA_IMAGE", "HAPROXY_IMAGE", "PROMETHEUS_IMAGE", "MAILPIT_IMAGE")}
for name, service in config(*every_profile, **by_digest)["services"].items():
    if service["image"] not in by_digest.values():
        complain(f"{name} cannot be given by digest: {service['image']}")

voters = {cluster["services"][name]["environment"]["KAFKA_CONTROLLER_QUORUM_VOTERS"] for name in ("kafka", "kafka-2", "kafka-3")}
if voters != {"1@kafka:9093,2@kafka-2:9093,3@kafka-3:9093"}:
    complain(f"the nodes of the cluster disagree: {voters}")
for name in ("kafka", "kafka-2", "kafka-3"):
    environment = cluster["services"][name]["environment"]
    if (environment["KAFKA_DEFAULT_REPLICATION_FACTOR"], environment["KAFKA_MIN_INSYNC_REPLICAS"]) != ("3", "2"):
        complain(f"{name} does not replicate to three with two in sync")
if cluster["services"]["migrate"]["environment"]["DOCKET_TOPIC_REPLICATION"] != "3":
    complain("the cluster's topics are not made with three replicas")

# Who reaches the database knows the server and whether a pooler leads there, and waits for Postgres, which waits for the pooler.
def awaited(services, name):
    own = set(services[name].get("depends_on", {}))
    return own.union(*(awaited(services, other) for other in own))


pooled = config("-f", f"{root}/deploy/compose/pooler.yml", *every_profile, DATABASE_POOLER="transaction")["services"]
for services, pooling in ((whole["services"], "off"), (pooled, "transaction")):
    if services["prepare"]["environment"].get("DATABASE_POOLER") != pooling:
        complain(f"prepare gives out other addresses than those of {pooling}")
    for name in ours.keys() - {"prepare"}:
        environment = services[name]["environment"]
        told = [environment.get(f"DATABASE_{variable}") for variable in ("URL_FILE", "DIRECT_URL_FILE", "POOLER")]
        if told != ["/var/lib/docket/secrets/database-url", "/var/lib/docket/secrets/database-direct-url", pooling]:
            complain(f"{name} is told of the database {told}")
        if "postgres" not in awaited(services, name):
            complain(f"{name} does not wait for Postgres")
if pooled["postgres"]["depends_on"].get("pooler") != {"condition": "service_healthy"}:
    complain("who waits for Postgres does not wait for the pooler")
pooler = pooled.get("pooler", {})
for key in ("mem_limit", "pids_limit", "security_opt", "restart", "healthcheck", "read_only", "cap_drop", "logging"):
    if not pooler.get(key):
        complain(f"pooler has no {key}")
if pooler.get("ports"):
    complain("the pooler is open to the network")
for reader in ("pooler", "prepare"):
    if "secrets-pooler" not in [source for source, _ in map(volume, pooled.get(reader, {}).get("volumes", []))]:
        complain(f"{reader} does not mount what the pooler lets in")

used = {variable for name in ("docker-compose.yml", "deploy/compose/pooler.yml")
        for variable in re.findall(r"\$\{([A-Z0-9_]+)", open(f"{root}/{name}").read())}
explained = dict(re.findall(r"^#?([A-Z0-9_]+)=(.*)$", open(f"{root}/.env.example").read(), re.M))
explained.pop("COMPOSE_FILE", None)
if used != set(explained):
    complain(f".env.example lacks {sorted(used - set(explained))} and has {sorted(set(explained) - used)}, which nothing takes")
# Its lines that are no comment are the defaults.
if json.dumps(example, sort_keys=True, default=str) != json.dumps(whole, sort_keys=True, default=str):
    for name in whole["services"]:
        if example["services"].get(name) != whole["services"][name]:
            complain(f".env.example changes {name}, though it says that it shows the defaults")

print("\n".join(complaints))
sys.exit(1 if complaints else 0)

"""Renders the manifests as kustomize does, validates each against Kubernetes' schemas, and checks that they fit together.

python3 check_kubernetes.py FOLDER VARIABLES-FILE. Complains line by line. The renderer knows what these manifests use: resources,
components, patches by strategic merge, images, namespace; anything else in a kustomization is a complaint, not a guess. Where there
is a kubectl, it has to render the same.
"""
import copy, ipaddress, os, re, shutil, subprocess, sys
import kubernetes_validate
import yaml

root, variables_file = sys.argv[1:3]
known = set(open(variables_file).read().split()) | {
    "KAFKA_BOOTSTRAP_SERVERS", "DATABASE_URL_FILE", "DATABASE_DIRECT_URL_FILE", "DATABASE_POOLER",
    "DATABASE_READ_URL_FILE"}
complaints = []
# How lists of objects are merged (the API's patchMergeKey).
MERGE_KEYS = {"containers": "name", "volumes": "name", "volumeMounts": "mountPath", "env": "name", "ports": "containerPort"}


def complain(text):
    complaints.append(text)


def load(path):
    with open(path) as file:
        return [document for document in yaml.safe_load_all(file) if document]


def identity(document):
    return document["kind"], document["metadata"]["name"]


def merge(base, patch, key=""):
    if isinstance(base, dict) and isinstance(patch, dict):
        result = dict(base)
        for name, value in patch.items():
            if name == "$patch":
                continue
            if value is None:
                result.pop(name, None)
            else:
                result[name] = merge(result[name], value, name) if name in result else copy.deepcopy(value)
        return result
    if isinstance(base, list) and isinstance(patch, list) and key in MERGE_KEYS:
        field, result = MERGE_KEYS[key], list(base)
        for entry in patch:
            place = next((index for index, other in enumerate(result) if other.get(field) == entry.get(field)), None)
            if entry.get("$patch") == "delete":
                if place is None:
                    complain(f"a patch removes {field} {entry.get(field)}, which is not there")
                else:
                    del result[place]
            elif place is None:
                result.append(copy.deepcopy(entry))
            else:
                result[place] = merge(result[place], entry)
        return result
    return copy.deepcopy(patch)


def selects(selector, labels):
    """A selector in one of the two spellings that are used here: of the API, or of a kustomization."""
    if isinstance(selector, dict):
        return selector["matchLabels"].items() <= labels.items()
    label, values = re.fullmatch(r"(\S+) in \((.+)\)", selector).groups()
    return labels.get(label) in values.split(", ")


def apply(documents, patch, target):
    if target is None:
        targets = [document for document in documents if identity(document) == identity(patch)]
    else:
        targets = [document for document in documents if document["kind"] == target["kind"]
                   and selects(target["labelSelector"], document["metadata"]["labels"])]
    if not targets:
        complain(f"a patch is for {target or identity(patch)}, which is not there")
    for document in targets:
        index = documents.index(document)
        if patch.get("$patch") == "delete":
            del documents[index]
        else:
            own = {} if target is None else {"metadata": document["metadata"]}
            documents[index] = merge(document, patch | own)


def render(folder, documents=None):
    (kustomization,) = load(f"{folder}/kustomization.yaml")
    documents = [] if documents is None else documents
    unknown = set(kustomization) - {"apiVersion", "kind", "resources", "components", "patches", "images", "namespace"}
    if unknown:
        complain(f"{folder}: the check does not know {sorted(unknown)}")
    for resource in kustomization.get("resources", []):
        path = os.path.normpath(f"{folder}/{resource}")
        documents += render(path) if os.path.isdir(path) else load(path)
    for component in kustomization.get("components", []):
        render(os.path.normpath(f"{folder}/{component}"), documents)
    for patch in kustomization.get("patches", []):
        for document in load(f"{folder}/{patch['path']}"):
            apply(documents, document, patch.get("target"))
    for image in kustomization.get("images", []):
        for container in containers(documents):
            if container["image"] == image["name"]:
                name = image.get("newName", image["name"])
                container["image"] = f"{name}@{image['digest']}" if "digest" in image else f"{name}:{image['newTag']}"
    if "namespace" in kustomization:
        for document in documents:
            if document["kind"] != "Namespace":
                document["metadata"]["namespace"] = kustomization["namespace"]
    files = {name for name in os.listdir(folder) if name.endswith(".yaml")} - {"kustomization.yaml"}
    unused = files - set(kustomization.get("resources", [])) - {patch["path"] for patch in kustomization.get("patches", [])}
    if unused:
        complain(f"{folder}: nothing takes {sorted(unused)}")
    return documents


def pods(documents):
    for document in documents:
        if document["kind"] in ("Deployment", "Job"):
            yield document, document["spec"]["template"]


def containers(documents):
    for _, pod in pods(documents):
        yield from pod["spec"]["containers"]


def check_names(name, documents):
    have = {}
    for document in documents:
        if identity(document) in have:
            complain(f"{name}: {identity(document)} is there twice")
        have[identity(document)] = document
    for document, pod in pods(documents):
        who, spec = f"{name}: {identity(document)}", pod["spec"]
        volumes = {volume["name"]: volume for volume in spec.get("volumes", [])}
        for volume in volumes.values():
            claim = volume.get("persistentVolumeClaim", {}).get("claimName")
            if claim and ("PersistentVolumeClaim", claim) not in have:
                complain(f"{who} claims {claim}, which is not there")
            secret = volume.get("secret", {}).get("secretName")
            if secret and secret != "docket":
                complain(f"{who} mounts the secret {secret}, of which nothing is written")
            if secret:
                check_secret(who, document["metadata"]["name"], volume["secret"], have)
        if ("ServiceAccount", spec.get("serviceAccountName")) not in have:
            complain(f"{who} has no service account")
        if spec["securityContext"].get("runAsNonRoot") is not True:
            complain(f"{who} may run as root")
        if spec["securityContext"].get("seccompProfile") != {"type": "RuntimeDefault"}:
            complain(f"{who} has no seccomp profile")
        for container in spec["containers"]:
            context = container["securityContext"]
            if context != {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}:
                complain(f"{who} has rights that it does not need: {context}")
            if "memory" not in container["resources"]["limits"] or "cpu" not in container["resources"]["requests"]:
                complain(f"{who} has no limits")
            for mount in container["volumeMounts"]:
                if mount["name"] not in volumes:
                    complain(f"{who} mounts {mount['name']}, which is no volume")
            for source in container.get("envFrom", []):
                if ("ConfigMap", source["configMapRef"]["name"]) not in have:
                    complain(f"{who} reads {source}, which is not there")
            for variable in container.get("env", []):
                check_variable(who, variable["name"], variable["value"])
            reads = container["image"].split("@")[0].endswith("docket-reading")
            if reads != (document["metadata"]["name"] == "reading-worker"):
                complain(f"{who} has the image {container['image']}; the reading worker's alone holds what reads")
            if document["kind"] == "Deployment":
                ports = {port["name"] for port in container["ports"]}
                for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
                    if container[probe]["httpGet"]["port"] not in ports:
                        complain(f"{who}: its {probe} asks at a port that is none")
        if document["kind"] == "Deployment":
            labels = pod["metadata"]["labels"]
            if not document["spec"]["selector"]["matchLabels"].items() <= labels.items():
                complain(f"{who} does not select its own pods")
            if ("PodDisruptionBudget", document["metadata"]["name"]) not in have:
                complain(f"{who} has no disruption budget")
        is_held = any(kind == "NetworkPolicy" and policy["spec"]["policyTypes"] == ["Egress"]
                      and selects(policy["spec"]["podSelector"], pod["metadata"]["labels"]) for (kind, _), policy in have.items())
        if is_held != (document["metadata"]["name"] in KEEPERS - {"intake-gateway"}):
            complain(f"{who} opens files and reaches everybody, or opens none and does not")
    selectable = [pod["metadata"]["labels"] for _, pod in pods(documents)]
    for document in documents:
        selector = document.get("spec", {}).get("selector") if document["kind"] == "Service" else None
        selector = selector or (document.get("spec", {}).get("selector", {}).get("matchLabels") if document["kind"] == "PodDisruptionBudget" else None)
        if selector and not any(selector.items() <= labels.items() for labels in selectable):
            complain(f"{name}: {identity(document)} selects nothing")
        if document["kind"] == "Service":
            ports = {port["name"] for _, pod in pods(documents) if selector.items() <= pod["metadata"]["labels"].items()
                     for container in pod["spec"]["containers"] for port in container["ports"]}
            for port in document["spec"]["ports"]:
                if port["targetPort"] not in ports:
                    complain(f"{name}: {identity(document)} leads to the port {port['targetPort']}, which is none")
        if document["kind"] == "Ingress":
            for rule in document["spec"]["rules"]:
                for path in rule["http"]["paths"]:
                    service = have.get(("Service", path["backend"]["service"]["name"]))
                    if not service or path["backend"]["service"]["port"]["name"] not in {port["name"] for port in service["spec"]["ports"]}:
                        complain(f"{name}: {identity(document)} leads nowhere")
        if document["kind"] == "ScaledObject":
            check_scaling(name, document, have)
        if document["kind"] == "ConfigMap":
            for variable, value in document["data"].items():
                check_variable(f"{name}: {identity(document)}", variable, value)
            check_proxies(f"{name}: {identity(document)}", document["data"].get("DOCKET_TRUSTED_PROXIES", ""))
            if "seccomp" not in document["data"].get("DOCKET_DECODER_LOCKS", "").split(","):
                complain(f"{name}: {identity(document)} lets workers do without seccomp")


BASE = {document["metadata"]["name"]: pod for document, pod in pods(render(f"{root}/base")) if document["kind"] == "Deployment"}
SERVICES = set(BASE)
# Who stores or opens files.
KEEPERS = {name for name, pod in BASE.items() if any(volume["name"] == "blobs" for volume in pod["spec"]["volumes"])}
# Who reads which file of a secret, by the variable that names it.
READERS = {
    "DATABASE_URL_FILE": SERVICES | {"docket-migration"},
    "DATABASE_DIRECT_URL_FILE": SERVICES | {"docket-migration"},
    "DATABASE_READ_URL_FILE": {"intake-gateway"},
    "DOCKET_SEALING_KEYS": SERVICES,
    "DOCKET_TOKENS_FILE": {"intake-gateway"},
    "VAULT_TOKEN_FILE": SERVICES,
    "PKCS11_PIN_FILE": SERVICES,
    "AWS_SECRET_ACCESS_KEY_FILE": KEEPERS,
    "DOCKET_WEBHOOK_SECRET_FILE": {"notification-service"},
    "DOCKET_CALLOUT_SECRET_FILE": {"notification-service"},
    "DOCKET_SMTP_PASSWORD_FILE": {"notification-service"},
    "DOCKET_APNS_KEY_FILE": {"notification-service"},
}


def check_secret(who, pod, volume, have):
    settings = {"DATABASE_URL_FILE": "/var/lib/docket/secrets/database-url", **have["ConfigMap", "docket"]["data"]}
    for variable, path in settings.items():
        if variable.endswith("_FILE") and variable not in READERS:
            complain(f"{who}: the check does not know who reads {variable}")
    readers = dict(READERS)
    # Who only opens keys needs it for KMS alone.
    if "DOCKET_SEALING_KMS_KEY" in settings:
        readers["AWS_SECRET_ACCESS_KEY_FILE"] = READERS["DOCKET_SEALING_KEYS"]
    needed = {path.rsplit("/", 1)[1] for variable, path in settings.items() if pod in readers.get(variable, ())}
    mounted = {item["path"] for item in volume.get("items", [])}
    if "items" not in volume:
        complain(f"{who} mounts every secret")
    elif mounted != needed:
        complain(f"{who} mounts the secrets {sorted(mounted)}, and reads {sorted(needed)}")
    if volume.get("defaultMode", 0o644) & 0o007:
        complain(f"{who} lets every process read its secrets")


def check_proxies(name, value):
    """Blocks that are no more than one edge's pods; or a text that is none, with which no gateway starts."""
    for block in value.split(","):
        try:
            network = ipaddress.ip_network(block.strip())
        except ValueError:
            continue
        if network.num_addresses > 2 ** (16 if network.version == 4 else 80):
            complain(f"{name}: DOCKET_TRUSTED_PROXIES believes all of {network}")


def check_variable(who, variable, value):
    if not isinstance(value, str):
        complain(f"{who}: {variable} is no text")
    if variable.startswith(("DOCKET_", "KAFKA_", "DATABASE_")) and variable not in known:
        complain(f"{who}: {variable} is known to no service")
    if re.search(r"(PASSWORD|SECRET|TOKENS?|DATABASE_URL|DATABASE_DIRECT_URL|DATABASE_READ_URL|ACCESS_KEY)$", variable):
        complain(f"{who}: {variable} is a secret and stands in a manifest; give its file")


def check_scaling(name, document, have):
    spec = document["spec"]
    target = have.get(("Deployment", spec["scaleTargetRef"]["name"]))
    if target is None:
        complain(f"{name}: {identity(document)} scales nothing")
    elif "replicas" in target["spec"]:
        complain(f"{name}: {spec['scaleTargetRef']['name']} has a number of replicas that KEDA's is overwritten by")
    stages = {"docket.validation": "docket.submitted", "docket.normalization": "docket.validated", "docket.reading": "docket.normalized"}
    for trigger in spec["triggers"]:
        metadata = trigger["metadata"]
        if trigger["type"] != "kafka" or stages.get(metadata["consumerGroup"]) != metadata["topic"]:
            complain(f"{name}: {identity(document)} looks at {metadata}, which no stage reads")
        if any(not isinstance(value, str) for value in metadata.values()):
            complain(f"{name}: {identity(document)} has metadata that is no text")
        if metadata["bootstrapServers"] != have[("ConfigMap", "docket")]["data"]["KAFKA_BOOTSTRAP_SERVERS"]:
            complain(f"{name}: {identity(document)} asks another Kafka than the services")
    if spec["maxReplicaCount"] > int(have[("ConfigMap", "docket")]["data"]["DOCKET_TOPIC_PARTITIONS"]):
        complain(f"{name}: {identity(document)} has more replicas than there are partitions")


validated = 0
for folder in ("base", "overlays/production"):
    documents = render(f"{root}/{folder}")
    for document in documents:
        if document["apiVersion"].startswith("keda.sh/"):
            continue
        try:
            kubernetes_validate.validate(document, "1.31", strict=True)
            validated += 1
        except Exception as error:  # Of several kinds, each with the path of what is wrong.
            complain(f"{folder}: {identity(document)}: {error}")
    check_names(folder, documents)
    if shutil.which("kubectl"):
        theirs = subprocess.run(["kubectl", "kustomize", f"{root}/{folder}"], capture_output=True, text=True)
        rendered = list(yaml.safe_load_all(theirs.stdout))
        for _, pod in [*pods(rendered), *pods(documents)]:
            pod["spec"]["volumes"].sort(key=lambda volume: volume["name"])
        if sorted(rendered, key=identity) != sorted(documents, key=identity):
            complain(f"{folder}: kubectl renders it otherwise than this check: {theirs.stderr[:300]}")
    if folder.startswith("overlays/"):
        for image in {container["image"] for container in containers(documents)}:
            if not re.fullmatch(r"[^@]+@sha256:[0-9a-f]{64}", image):
                complain(f"{folder}: the image {image} is not named by its digest")
if validated < 25:
    complain(f"only {validated} manifests were validated")
print("\n".join(complaints) or f"{validated} manifests are valid")
sys.exit(1 if complaints else 0)

"""The chart: what it gives to Kubernetes is what Kubernetes takes, and what a hub needs."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate  # pyright: ignore[reportMissingTypeStubs] - it has none
import pytest

from askline.config.hub import VARIABLES, load_hub
from tests.deploy.charts import CHART, Json, rendered, values

KUBERNETES = ("1.27", "1.37")
EVERYTHING: Json = {
    "autoscaling": {"enabled": True},
    "ingress": {"enabled": True, "tlsSecret": "tls", "annotations": {"a.example/b": "c"}},
    "metrics": {"enabled": True, "serviceMonitor": True},
    "nats": ["nats://a:4222", "nats://b:4222"],
    "oidc": {"issuer": "https://issuer.example", "clientId": "c", "tenant": "t", "secret": "s"},
    "env": {"ASKLINE_HUB_OPEN_EACH": "500"},
    "image": {"digest": f"sha256:{'0' * 64}"},
    "nodeSelector": {"disk": "fast"},
    "tolerations": [{"key": "hub", "operator": "Exists"}],
}
LEAST: Json = {"metrics": {"enabled": False}, "networkPolicy": {"enabled": False}}
SCHEMA = json.loads((CHART / "values.schema.json").read_text())


def of_kind(kind: str, **told: Any) -> list[Json]:
    return [each for each in rendered(**told) if each["kind"] == kind]


def pod(document: Json) -> Json:
    return document["spec"]["template"]["spec"]


@pytest.mark.parametrize("version", KUBERNETES)
@pytest.mark.parametrize("told", [{}, EVERYTHING, LEAST], ids=["as it is", "everything", "least"])
def test_kubernetes_takes_what_is_rendered_and_knows_every_field(told: Json, version: str) -> None:
    documents = [each for each in rendered(**told) if each["kind"] != "ServiceMonitor"]

    for document in documents:
        kubernetes_validate.validate(document, version, strict=True)
    assert {"Deployment", "Job", "Service", "PodDisruptionBudget"} <= {
        each["kind"] for each in documents
    }


@pytest.mark.parametrize("told", [{}, EVERYTHING, LEAST], ids=["as it is", "everything", "least"])
def test_the_values_are_as_their_schema_says(told: Json) -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    jsonschema.validate(values(**told), SCHEMA)


@pytest.mark.parametrize(
    "told",
    [
        {"url": ""},
        {"url": "http://ask.example"},
        {"database": {"secret": ""}},
        {"replica": 3},
        {"replicas": "3"},
        {"env": {"ASKLINE_HUB_DATABASE": "postgresql://a:secret@b/c"}},
        {"env": {"PATH": "/"}},
    ],
)
def test_values_that_make_no_hub_are_refused(told: Json) -> None:
    said = {**values(), **told}

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(said, SCHEMA)


def test_a_pod_is_given_longer_than_its_leave_takes() -> None:
    [deployment] = of_kind("Deployment", drainSeconds=30)
    [container] = pod(deployment)["containers"]
    pause = 3

    assert f"sleep({pause})" in container["lifecycle"]["preStop"]["exec"]["command"][-1]
    assert pod(deployment)["terminationGracePeriodSeconds"] > 30 + pause + 2
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"


@pytest.mark.parametrize("told", [{}, EVERYTHING], ids=["as it is", "everything"])
def test_what_a_pod_is_told_makes_a_hub(told: Json, tmp_path: Path) -> None:
    [deployment] = of_kind("Deployment", **told)
    [container] = pod(deployment)["containers"]
    env = {each["name"]: each["value"] for each in container["env"]}
    mounts = {each["mountPath"] for each in container["volumeMounts"]}
    files = {name: env.pop(name) for name in [*env] if name.endswith("_FILE")}
    for name in files:
        (tmp_path / name).write_text("of the Secret")

    settings = load_hub({**env, **{name: str(tmp_path / name) for name in files}})

    assert set(env) | set(files) <= {each.spelled for each in VARIABLES}
    assert all(file.rpartition("/")[0] in mounts for file in files.values())
    assert (settings.database, settings.proxies) == ("of the Secret", 1)


def test_a_migration_has_two_halves_at_their_times() -> None:
    jobs = {
        each["metadata"]["annotations"]["helm.sh/hook"]: pod(each)["containers"][0]["args"]
        for each in of_kind("Job")
    }

    assert jobs == {
        "pre-install,pre-upgrade": ["migrate", "--pre"],
        "post-install,post-upgrade": ["migrate", "--post"],
    }


@pytest.mark.parametrize("kind", ["Deployment", "Job"])
def test_nothing_runs_as_root_or_can_write_its_own_files(kind: str) -> None:
    for document in of_kind(kind):
        [container] = pod(document)["containers"]

        assert pod(document)["securityContext"]["runAsNonRoot"] is True
        assert pod(document)["automountServiceAccountToken"] is False
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }


def test_calls_of_sessions_are_led_by_their_token_and_all_else_goes_anywhere() -> None:
    led = {
        each["spec"]["rules"][0]["http"]["paths"][0]["path"]: each["metadata"]["annotations"].get(
            "nginx.ingress.kubernetes.io/upstream-hash-by"
        )
        for each in of_kind("Ingress", **EVERYTHING)
    }

    assert led == {"/": None, "/mcp": "$http_authorization"}


def test_no_secret_is_in_what_is_rendered() -> None:
    assert of_kind("Secret", **EVERYTHING) == []

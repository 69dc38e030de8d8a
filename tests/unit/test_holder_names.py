"""Names of those who wait: a connection's own, behind its replica's where there are several."""

from askline.core.holding import connection_of, holder_at


def test_a_connection_is_known_behind_its_replica() -> None:
    assert holder_at("replica-1", "http-2") == "replica-1/http-2"
    assert connection_of("replica-1/http-2") == "http-2"


def test_where_there_is_no_replica_a_connection_has_its_own_name() -> None:
    assert holder_at("", "http-2") == "http-2"
    assert connection_of("http-2") == "http-2"

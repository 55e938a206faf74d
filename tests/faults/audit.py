"""Who wrote what: triggers in the test's own database note, for every event, the node that wrote it and the
node that drove the table at that moment; and when a node came too late to renew its life."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, create_engine, inspect, text

INSTALL = """
CREATE TABLE audit_nodes (id text, writer text);
CREATE FUNCTION audit_node() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit_nodes VALUES (NEW.id, current_setting('application_name'));
    RETURN NULL;
END $$;
CREATE TRIGGER audit_node AFTER INSERT ON nodes FOR EACH ROW EXECUTE FUNCTION audit_node();
INSERT INTO audit_nodes SELECT id, 'node0' FROM nodes;

CREATE TABLE audit_lapses (id text, since double precision, until double precision);
CREATE FUNCTION audit_lapse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit_lapses VALUES (OLD.id, OLD.expires, extract(epoch FROM clock_timestamp()));
    RETURN NULL;
END $$;
CREATE TRIGGER audit_lapse AFTER DELETE ON nodes FOR EACH ROW
    WHEN (OLD.expires < extract(epoch FROM clock_timestamp())) EXECUTE FUNCTION audit_lapse();

CREATE TABLE audit_events (match text, seq integer, writer text, driver text, fence bigint);
CREATE FUNCTION audit_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit_events
        SELECT NEW.match, NEW.seq, current_setting('application_name'), table_heads.driver, table_heads.fence
        FROM matches JOIN table_heads USING (table_id) WHERE matches.id = NEW.match;
    RETURN NULL;
END $$;
CREATE TRIGGER audit_event AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION audit_event();
"""


LAPSES = """
SELECT writer, since, until FROM audit_lapses JOIN audit_nodes USING (id)
GROUP BY writer, id, since, until HAVING count(*) > 1
"""
"""Of nodes that were written down again: what became of the others is no lapse."""


@dataclass(frozen=True)
class Written:
    """An event, who wrote it, and who drove the table then."""

    match: str
    seq: int
    writer: str
    driver: str | None
    fence: int


def install(database_url: str) -> None:
    """Once the first node, `node0`, has made the schema."""
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.exec_driver_sql(INSTALL)
    engine.dispose()


def read(connection: Connection) -> dict[tuple[str, int], Written]:
    """By match and seq. `driver` is told by the writer's name, which a node keeps over a restart."""
    if not inspect(connection).has_table("audit_events"):
        return {}
    names = {row.id: row.writer for row in connection.execute(text("SELECT * FROM audit_nodes"))}
    rows = connection.execute(text("SELECT * FROM audit_events"))
    return {
        (row.match, row.seq): Written(row.match, row.seq, row.writer, names.get(row.driver), row.fence)
        for row in rows
    }


def lapses(database_url: str) -> list[tuple[str, float, float]]:
    """When a node was taken for dead and then went on, by the writer's name: from and until (of the wall
    clock)."""
    engine = create_engine(database_url)
    with engine.connect() as connection:
        found = inspect(connection).has_table("audit_lapses")
        rows = connection.execute(text(LAPSES)).all() if found else []
    engine.dispose()
    return [(row.writer, row.since, row.until) for row in rows]

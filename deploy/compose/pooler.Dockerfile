# Debian's PgBouncer, for deploy/compose/pooler.yml.
ARG RUNTIME_IMAGE=debian:bookworm-slim
FROM ${RUNTIME_IMAGE}
RUN apt-get update \
    && apt-get install -y --no-install-recommends pgbouncer postgresql-client \
    && rm -rf /var/lib/apt/lists/*
USER postgres
ENTRYPOINT ["pgbouncer", "/etc/pgbouncer/docket.ini"]

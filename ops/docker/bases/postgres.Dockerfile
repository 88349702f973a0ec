# Replaces postgres:18-bookworm if no registry is reachable: the server from the npm package, the clients from Debian.
FROM invoice-batch-engine-debian
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 999 postgres && useradd --uid 999 --gid postgres --home-dir /var/lib/postgresql --shell /bin/bash postgres \
    && mkdir -p /var/lib/postgresql /run/postgresql && chown 999:999 /var/lib/postgresql /run/postgresql && chmod 3777 /run/postgresql
COPY postgres /opt/postgres
COPY postgres-entrypoint.sh /usr/local/bin/entrypoint
ENV PGDATA=/var/lib/postgresql/18/docker
STOPSIGNAL SIGINT
ENTRYPOINT ["/usr/local/bin/entrypoint"]

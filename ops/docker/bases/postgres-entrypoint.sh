#!/bin/bash
# Implements the official image's entrypoint for the variables that docker-compose.yml sets.
set -eu
bin=/opt/postgres/bin
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  # shellcheck disable=SC2086 -- several arguments
  "$bin/initdb" --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256 ${POSTGRES_INITDB_ARGS:-}
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  # Creates the database in single-user mode.
  printf 'create database "%s";\n' "$POSTGRES_DB" | "$bin/postgres" --single -D "$PGDATA" postgres
fi
# The official entrypoint accepts a command with and without the name of the program.
if [ "${1:-}" = postgres ]; then shift; fi
exec "$bin/postgres" -D "$PGDATA" -c "listen_addresses=*" -c unix_socket_directories=/run/postgresql "$@"

#!/bin/bash
# Runs once, when PostgreSQL makes its cluster: creates the store's role and database, and says who may log in.
set -euo pipefail

psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
\getenv password DATABASE_PASSWORD
create role leadyard login password :'password';
create database leadyard owner leadyard;
revoke connect on database leadyard from public;
SQL

# The administrator comes from this image's own user, here and in the backup container; the store with its password.
cat > "$PGDATA/pg_hba.conf" <<'HBA'
local all      postgres peer
local leadyard leadyard scram-sha-256
HBA

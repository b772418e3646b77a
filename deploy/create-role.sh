#!/bin/sh
# Run by the PostgreSQL image at its first start (compose.yaml). The product's role owns its database and is no superuser:
# it can then neither change nor delete audit entries.
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=password="$BLOODBANK_PASSWORD" <<'SQL'
create role bloodbank login password :'password';
create database bloodbank owner bloodbank template template0 encoding 'UTF8';
SQL

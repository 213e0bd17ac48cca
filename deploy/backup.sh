#!/bin/bash
# Backs up the database of compose.yaml with pgBackRest, whose settings are in the environment (PGBACKREST_…).
#   backup always    makes a base backup a day and tells the store of it, until it is stopped
#   backup fresh     ends with 0 if the newest one is as young as it must be
#   backup restore   restores the latest, with the log that was archived since; or to a time, '2026-11-26 14:30:00+00'
#   backup trial     restores the latest into /trial and starts it, on port 5433 of the same socket
set -euo pipefail

# Prints when the newest backup ended, in seconds since 1970; nothing without any.
newest() { pgbackrest info --output=json | grep --only-matching '"stop":[0-9]*' | tail -1 | cut -d: -f2; }

is_younger() {
  local ended
  ended=$(newest) && (($(date +%s) - ended < $1 * 3600))
}

tell_store() {
  psql --quiet --dbname=leadyard --command="insert into backup_checks (kind, first_at, succeeded_at)
    select 'backup', ended, ended from to_timestamp($(newest)) ended
    on conflict (kind) do update set succeeded_at = excluded.succeeded_at, failing_since = null, problem = null"
}

# Over what is there, of which it keeps what is the same.
restore() { pgbackrest --delta "$@" restore; }

always() {
  trap 'exit 0' TERM INT
  until pgbackrest stanza-create; do sleep 10; done
  while true; do
    is_younger 24 || pgbackrest --type=full backup || echo "The backup failed; the next try is in 10 minutes." >&2
    tell_store || echo "The store was not told; its tables come with its first start." >&2
    sleep 600 &
    wait $!
  done
}

case ${1:-} in
  always) always ;;
  fresh) is_younger 26 ;;
  restore) if [[ -n ${2:-} ]]; then restore --type=time --target="$2" --target-action=promote; else restore; fi ;;
  trial)
    export PGDATA=/trial/data PGBACKREST_PG1_PATH=/trial/data
    restore && exec postgres -c port=5433 -c archive_mode=off -c listen_addresses=
    ;;
  *) echo "Which? backup always, fresh, restore or trial." >&2 && exit 2 ;;
esac

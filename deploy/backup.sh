#!/bin/bash
# Dumps the store's database into BACKUP_DIR.
#   backup once     makes a backup now, then deletes those older than BACKUP_KEEP_DAYS
#   backup always   does so every BACKUP_EVERY_HOURS, until it is stopped
#   backup fresh    ends with 0 if the newest backup is as young as it must be
# With BACKUP_AGE_RECIPIENT (the public key that age-keygen prints) the dumps are encrypted; the secret key belongs elsewhere.
set -euo pipefail
umask 077

folder=${BACKUP_DIR:-/backups}
every_hours=${BACKUP_EVERY_HOURS:-24}
keep_days=${BACKUP_KEEP_DAYS:-14}
recipient=${BACKUP_AGE_RECIPIENT:-}

refuse() {
  echo "$1" >&2
  exit 2
}
[[ $every_hours =~ ^[1-9][0-9]{0,3}$ ]] || refuse "BACKUP_EVERY_HOURS must be a whole number of hours, at least 1."
[[ $keep_days =~ ^[1-9][0-9]{0,3}$ ]] || refuse "BACKUP_KEEP_DAYS must be a whole number of days, at least 1."
[[ -z $recipient || $recipient == age1* ]] || refuse "BACKUP_AGE_RECIPIENT must be a public key of age, which starts with age1."

# Prints the names of complete backups, newest first. Names contain the time, so their order is that of their making.
backups() {
  find "$folder" -maxdepth 1 -type f \( -name 'leadyard-*.dump' -o -name 'leadyard-*.dump.age' \) -printf '%f\n' | sort -r
}

is_fresh() {
  # An hour more than the interval, for the dump itself.
  [[ -n $(find "$folder" -maxdepth 1 -name 'leadyard-*.dump*' ! -name '*.part' -mmin "-$((every_hours * 60 + $1))" -print -quit) ]]
}

once() {
  local name part
  name="leadyard-$(date -u +%Y%m%dT%H%M%SZ).dump"
  [[ -z $recipient ]] || name="$name.age"
  part="$folder/$name.part"
  # A dump that was cut off keeps its .part, which counts as nothing and goes here.
  find "$folder" -maxdepth 1 -name '*.part' -delete
  if [[ -n $recipient ]]; then
    dump | age --encrypt --recipient "$recipient" > "$part"
  else
    dump > "$part"
    pg_restore --list "$part" > /dev/null
  fi
  sync "$part"
  mv "$part" "$folder/$name"
  echo "$name ($(stat -c %s "$folder/$name") bytes)"
  # Only after a good one, so a database that cannot be dumped never costs the backups that there are.
  backups | tail -n +2 | while read -r old; do
    find "$folder/$old" -mtime "+$((keep_days - 1))" -delete -printf 'deleted %f\n'
  done
}

dump() {
  pg_dump --format=custom --host="${PGHOST:-/var/run/postgresql}" --username="${PGUSER:-postgres}" "${PGDATABASE:-leadyard}"
}

always() {
  trap 'exit 0' TERM INT
  while true; do
    # Not a fault of this loop: the next try comes in a minute, and "fresh" tells the health check.
    is_fresh 0 || "$0" once || echo "The backup failed; the lines above say why. The next try is in a minute." >&2
    sleep 60 &
    wait $!
  done
}

case ${1:-} in
  once) once ;;
  always) always ;;
  fresh) is_fresh 60 ;;
  *) refuse "Which? backup once, backup always or backup fresh." ;;
esac

/** All SQL of the settings. */
import { statement } from '#server/platform/database.ts'

export interface SettingRow {
  name: string
  value: unknown
  changed_at: Date
  changed_by: string
}

/** Every setting that was changed; at most as many as there are settings. */
export const readSettings = statement<SettingRow>('settings.read', 'select * from settings')

/** Lets one administrator save at a time: settings without a row have nothing else to lock. */
export const lockSettings = statement('settings.lock', 'select pg_advisory_xact_lock(7305104)')

/** $1 names, $2 values (JSON texts), $3 now, $4 who. */
export const writeSettings = statement(
  'settings.write',
  `insert into settings (name, value, changed_at, changed_by)
   select name, value::jsonb, $3::timestamptz, $4::text from unnest($1::text[], $2::text[]) as n (name, value)
   on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
)

/** Back to their defaults: $1 names. */
export const dropSettings = statement('settings.drop', 'delete from settings where name = any($1::text[])')

/** Tells the other nodes, with the commit. */
export const tellOthers = statement('settings.tell_others', `select pg_notify('settings_changed', '')`)

/** Fails for a time zone that PostgreSQL does not know: it writes the day of every sale. $1 zone, $2 any moment. */
export const tryTimeZone = statement('settings.try_time_zone', 'select $2::timestamptz at time zone $1::text')

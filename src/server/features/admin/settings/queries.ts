/** SQL for the settings. */
import { type NoParameters, statement } from '#server/platform/statement.ts'

export interface SettingRow {
  name: string
  value: unknown
  changed_at: Date
  changed_by: string
}

/** Lists every changed setting; at most as many as there are settings. */
export const readSettings = statement<NoParameters, SettingRow>('settings.read', 'select * from settings')

/** Lets one administrator save at a time; settings without a row have nothing else to lock. */
export const lockSettings = statement('settings.lock', 'select pg_advisory_xact_lock(7305104)')

/** `names` names, `values` values (JSON texts), `now` now, `changedBy` who. */
export const writeSettings = statement<{
  names: readonly string[]
  values: readonly string[]
  now: Date
  changedBy: string
}>(
  'settings.write',
  `insert into settings (name, value, changed_at, changed_by)
   select name, value::jsonb, $now::timestamptz, $changedBy::text from unnest($names::text[], $values::text[]) as n (name, value)
   on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
)

/** Resets settings to their defaults. */
export const dropSettings = statement<{ names: readonly string[] }>(
  'settings.drop',
  'delete from settings where name = any($names::text[])',
)

/** Notifies the other nodes, with the commit. */
export const tellOthers = statement('settings.tell_others', `select pg_notify('settings_changed', '')`)

/** Fails for a time zone that PostgreSQL does not know, because PostgreSQL computes the day of every sale. `now` any moment. */
export const tryTimeZone = statement<{ zone: string; now: Date }>(
  'settings.try_time_zone',
  'select $now::timestamptz at time zone $zone::text',
)

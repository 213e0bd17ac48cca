import { SETTING_NAMES, type SettingName, type SettingValues, settingProblem } from '#contract/admin/settings.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'

export const readSettings = statement('settings.read')`select * from settings`
/** Lets one administrator save at a time; settings without a row have nothing else to lock. */
export const lockSettings = statement('settings.lock')`select pg_advisory_xact_lock(7305104)`

export const writeSettings = statement('settings.write')`
  insert into settings (name, value, changed_at, changed_by)
  select name, value::jsonb, $now::timestamptz, $changedBy::text from unnest($names::text[], $values::text[]) as n (name, value)
  on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at, changed_by = excluded.changed_by`

export const dropSettings = statement('settings.drop')`delete from settings where name = any($names::text[])`

/** Notifies the other nodes, with the commit. */
export const tellOthers = statement('settings.tell_others')`select pg_notify('settings_changed', '')`

/** Fails for a time zone that PostgreSQL does not know: it computes the day of every sale. */
export const tryTimeZone = statement('settings.try_time_zone')`select $now::timestamptz at time zone $zone::text`

/** Reads the saved settings. `saved` has those that this version understands; others keep their default. */
export async function readSaved(from: Executor) {
  const rows = await from.run(readSettings)
  const saved: Partial<Record<SettingName, string | number>> = {}
  const unknown: string[] = []
  for (const { name, value } of rows) {
    const known = SETTING_NAMES.find((one) => one === name)
    const isValue = typeof value === 'string' || typeof value === 'number'
    if (known && isValue && !settingProblem(known, value)) saved[known] = value
    else unknown.push(name)
  }
  return { rows, saved: saved as Partial<SettingValues>, unknown }
}

export const readConnections = statement(
  'connections.read',
)`select name, sealed, changed_at, changed_by from connections`

export const writeConnection = statement('connections.write')`
  insert into connections (name, sealed, changed_at, changed_by) values ($name, $sealed, $now, $changedBy)
  on conflict (name) do update set sealed = excluded.sealed, changed_at = excluded.changed_at, changed_by = excluded.changed_by`

export const deleteConnection = statement(
  'connections.delete',
)`delete from connections where name = $name returning name`

/** Unless it was changed since it was read. */
export const replaceSealedConnection = statement('connections.replace_sealed')`
  update connections set sealed = $sealed where name = $name and sealed = $sealedBefore`

/** Payments that only the provider that has them can end: open ones, those being refunded, those disputed. Newest first. */
export const listPaymentsInFlight = statement('connections.list_payments_in_flight')`
  select payment_id, order_id, state = 'open' as is_open from payments p
  where state = 'open' or payment_id in (select r.payment_id from refunds r where r.state <> 'made' and not r.is_by_hand and r.amount_cents > 0)
    or payment_id in (select d.payment_id from disputes d where d.status in ('needs_response', 'warning_needs_response'))
  order by created_at desc, payment_id limit $limit`

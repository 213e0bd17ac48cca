import type pg from 'pg'
import type { Shop } from './shop.ts'

const UNITS_OF_ENDED = `
  select r.payment_request_id, r.close_reason, h.hold_id from payment_requests r join holds h
    on (h.owner_kind, h.owner_key) in (('request', r.payment_request_id), ('order', r.order_id))
  where r.status <> 'sent' and h.state = 'live'`

/** A waiting link holds all its units: they cannot have been sold to anyone else. */
const UNITS_OF_WAITING = `
  select r.payment_request_id, h.hold_id, h.state from payment_requests r
  join orders o on o.order_id = r.order_id and o.state = 'awaiting_payment'
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision
  left join holds h on h.hold_id = l.hold_id where r.status = 'sent' and h.state is distinct from 'live'`

/** Its voiding was interrupted; units would be held for no one. */
const HALF_ENDED = `
  select r.payment_request_id from payment_requests r join orders o using (order_id)
  where r.status = 'sent' and o.state = 'cancelled'`

const SENT_TWICE = `select rep_id, attempt_id from payment_requests where attempt_id is not null group by 1, 2 having count(*) > 1`

/** Links that are not what someone was told: $1 links, $2 their allowed states. */
const NOT_AS_TOLD = `
  select r.payment_request_id, r.status from payment_requests r where payment_request_id = any($1) and status <> all($2)`

/** Finds what is wrong with payment links, apart from stock and orders, one sentence each. */
export async function findLinkFaults(
  pool: pg.Pool,
  { linksToldPaid, linksToldVoided }: Pick<Shop, 'linksToldPaid' | 'linksToldVoided'>,
): Promise<string[]> {
  const questions: readonly [wrong: string, sql: string, values?: unknown[]][] = [
    ['a link that ended holds units', UNITS_OF_ENDED],
    ['a link that waits lost a unit', UNITS_OF_WAITING],
    ['a link waits that nobody can pay', HALF_ENDED],
    ['one attempt sent two links', SENT_TWICE],
    ['a link that its customer was told is paid is not', NOT_AS_TOLD, [[...linksToldPaid], ['paid', 'processed']]],
    ['a link that its rep was told is withdrawn is not', NOT_AS_TOLD, [[...linksToldVoided], ['expired']]],
  ]
  const faults: string[] = []
  for (const [wrong, sql, values] of questions) {
    const { rows } = await pool.query(sql, values)
    faults.push(...rows.map((row) => `${wrong}: ${JSON.stringify(row)}`))
  }
  return faults
}

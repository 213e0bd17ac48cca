/**
 * What must be true of stock, orders, money and emails at any moment, as queries that return what breaks it. Each is
 * one statement, so it sees one instant and can run while the store is under load.
 */
import type pg from 'pg'
import { findStockFaults } from '#testing/stock-faults.ts'

const MORE_IDENTITIES: Readonly<Record<string, string>> = {
  'a paid order costs what its lines cost, and at most that goes back': `
    select o.order_id, o.total_cents, sum(l.price_cents - l.discount_cents) as lines
    from orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision
    where o.state in ('paid', 'processed') group by o.order_id
    having o.total_cents <> sum(l.price_cents - l.discount_cents)
      or o.refunded_cents <> coalesce(sum(l.price_cents - l.discount_cents) filter (where l.outcome = 'refunded'), 0)`,
  'a paid order is announced by one message': `
    with told as materialized (
      select subject_id, count(*) as messages from messages where kind = 'order_confirmation' and channel = 'email' group by subject_id
    )
    select o.order_id, coalesce(told.messages, 0) as messages from orders o left join told on told.subject_id = o.order_id
    where o.state in ('paid', 'processed') and told.messages is distinct from 1`,
}

/**
 * Each order of a load gets one email, or two if it was paid through a link, since the link was emailed too. The email
 * that asks a new address to confirm itself does not count. The mailbox has emails of loads only, since seeded orders
 * never sent any.
 */
const MAILS = `
  select o.order_id, count(m.id) as mails
  from orders o left join sandbox_mailbox.messages m
    on m.recipients @> array[o.email] and m.message_id not like 'buyer_verification.%'
  where o.state in ('paid', 'processed') and o.email like '%@bench.example' group by o.order_id
  having count(m.id) <> case when o.payment_request_id is not null then 2 else 1 end`

const CASES_SHOWN = 3

async function ask(pool: pg.Pool, name: string, query: string): Promise<string[]> {
  const { rows } = await pool.query<object>(query)
  // Not `limit` in the query, because it tempts the planner to look rows up one by one, for minutes in a grown store.
  return rows.slice(0, CASES_SHOWN).map((row) => `${name}: ${JSON.stringify(row)}`)
}

/** Returns the identities that do not hold, each with up to three cases. An empty list means all is well. */
export async function findBrokenIdentities(pool: pg.Pool): Promise<string[]> {
  const faults = await findStockFaults(pool)
  const broken = faults.slice(0, CASES_SHOWN).map((fault) => `stock, order or money: ${JSON.stringify(fault)}`)
  for (const [name, query] of Object.entries(MORE_IDENTITIES)) broken.push(...(await ask(pool, name, query)))
  return broken
}

/** Returns orders of loads with no email or with several. Call it when the background work is done. */
export function findWrongMails(pool: pg.Pool): Promise<string[]> {
  return ask(pool, 'an order gets exactly one mail', MAILS)
}

/** @throws Error naming what does not hold, because a figure from a store that lost count is worth nothing */
export async function requireIdentities(pool: pg.Pool): Promise<void> {
  const broken = await findBrokenIdentities(pool)
  if (broken.length > 0) throw new Error(`Identities do not hold:\n${broken.join('\n')}`)
}

/** Also checks that each order of the loads got its emails. Call it when the background work is done. */
export async function requireIdentitiesAndMails(pool: pg.Pool): Promise<void> {
  await requireIdentities(pool)
  const wrongMails = await findWrongMails(pool)
  if (wrongMails.length > 0) throw new Error(wrongMails.join('\n'))
}

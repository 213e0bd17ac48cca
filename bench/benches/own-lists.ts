import type pg from 'pg'
import { addToPhoneFilter, FILTER_BYTES } from '#server/features/stock/phone-filter.ts'
import { addMilliseconds, days, systemClock } from '#server/platform/clock.ts'
import { fingerprint, newToken } from '#server/platform/ids.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { type Figures, inTurns, measure, medianOf, ratioOf, workOf } from '../lab/measure.ts'
import type { BenchOptions } from '../lab/options.ts'
import { atMost, oneDecimal, type Row, twoDecimals, whole } from '../lab/row.ts'
import { CLIENTS, emptyCarts, openLeadStore } from './lead-holds.ts'

/** How much dearer a list may make a hold. */
const BAR = 1.2
const LEADS = 100_000
const LISTED = 1_000_000
/** One in so many leads of the store is on the list, besides a million others. */
const OVERLAP = 10

/** Two phones for each lead, since the list with phones makes the store read them. */
const DESCRIBE = `
  insert into lead_details (lead_id, address, city, zip, owner_names, phones, source)
  select lead_id, lead_id || ' Oak Street', 'Austin', '78701', array['Owner ' || lead_id], jsonb_build_array(
      jsonb_build_object('number', '+1512' || lpad(lead_id::text, 7, '0'), 'kind', 'mobile', 'isDoNotCall', false),
      jsonb_build_object('number', '+1737' || lpad(lead_id::text, 7, '0'), 'kind', 'landline', 'isDoNotCall', false)), 'Seed'
  from leads`

/** Opens the desk of an address that has a list, or none. @returns the cookie */
async function openDesk(pool: pg.Pool, name: string): Promise<string> {
  const token = newToken()
  const now = systemClock.now()
  await pool.query(
    `insert into desk_sessions (session_id, token_fingerprint, customer_key, email, user_agent, opened_at, used_at, expires_at)
     values ('dks_' || $1::text, $2, $1::text, $1::text || '@bench.example', '', $3, $3, $4)`,
    [name, fingerprint(token), now, addMilliseconds(now, days(1))],
  )
  return `leadyard_desk=${token}`
}

async function filterOf(pool: pg.Pool, listNo: number): Promise<Buffer> {
  const filter = Buffer.alloc(FILTER_BYTES)
  const { rows } = await pool.query<{ key: string }>(
    `select replace(key::text, '-', '') as key from own_list_keys where list_no = $1`,
    [listNo],
  )
  for (const { key } of rows) addToPhoneFilter(filter, key)
  return filter
}

async function addList(pool: pg.Pool, buyerKey: string, kind: 'addresses' | 'phones'): Promise<void> {
  const listNo = kind === 'addresses' ? 1 : 2
  const counts = kind === 'addresses' ? [LISTED, 0] : [0, LISTED]
  await pool.query(
    `insert into own_list_keys (list_no, key, added_at) select $1, md5($2::text || i)::uuid, now() from generate_series(1, $3::int) i`,
    [listNo, kind, LISTED],
  )
  // Phones of the store's own leads are keyed by its secret; those of strangers cost a hold the same.
  if (kind === 'addresses')
    await pool.query(
      `insert into own_list_keys (list_no, key, added_at) select $1, property_key, now() from leads where lead_id % $2 = 0
       on conflict do nothing`,
      [listNo, OVERLAP],
    )
  await pool.query(
    `insert into own_lists (list_id, list_no, buyer_key, name, attempt_id, addresses, phones, phone_filter, created_at, changed_at)
     values ('own_' || $1::text, $2, $1::text, 'Bench', 'attempt-1', $3, $4, $5, now(), now())`,
    [buyerKey, listNo, ...counts, kind === 'phones' ? await filterOf(pool, listNo) : null],
  )
}

/** Measures holds of 100 leads for a buyer whose desk is open: without a list, and with one of a million rows. */
export async function ownLists(lab: Laboratory, { rounds, seconds }: BenchOptions): Promise<Row[]> {
  await lab.stopNode()
  const { node, pool, packageIds } = await openLeadStore(lab, 'own_lists', LEADS)
  await pool.query(DESCRIBE)
  for (const kind of ['addresses', 'phones'] as const) {
    await addList(pool, kind, kind)
    say(`  a list of ${whole(LISTED)} ${kind} is there`)
  }
  await pool.query('vacuum (analyze) own_list_keys, own_lists, lead_details')
  const desks = {
    closed: '',
    none: await openDesk(pool, 'none'),
    addresses: await openDesk(pool, 'addresses'),
    phones: await openDesk(pool, 'phones'),
  }
  const hold =
    (desk: string) =>
    async (time: number): Promise<Figures> => {
      const load = { kind: 'holds', url: node.url, packageIds, clients: CLIENTS, seconds: time, desk } as const
      const figures = await measure(lab, load, { nodes: [node] })
      await emptyCarts(pool)
      return figures
    }
  const measured = await inTurns(
    { rounds, seconds },
    {
      closed: hold(desks.closed),
      none: hold(desks.none),
      addresses: hold(desks.addresses),
      phones: hold(desks.phones),
    },
  )
  await node.stop()
  const faults = await findLeadFaults(pool)
  if (faults.length > 0) throw new Error(`Leads do not add up: ${JSON.stringify(faults.slice(0, 3))}`)
  const rate = (name: keyof typeof measured) => `${whole(medianOf(measured[name], 'rate'))} holds/s`
  const p99 = (name: keyof typeof measured) => `p99 ${oneDecimal(medianOf(measured[name], 'p99'))} ms`
  const compared = (name: keyof typeof measured, what: string, bar: number | null): Row => {
    const ratio = ratioOf(measured.none, measured[name], 'rate')
    return {
      what: `${what}, ${p99(name)}`,
      measured: rate(name),
      limit: `${rate('none')} without a list`,
      ratio: `${twoDecimals(ratio)} ×`,
      ...(bar === null ? {} : atMost(ratio, bar, '×')),
      work: workOf(measured[name]),
    }
  }
  return [
    {
      what: `holds of 100 leads and their bonus where a desk is open, ${CLIENTS} clients, ${whole(LEADS)} leads, ${p99('none')}`,
      measured: rate('none'),
      work: workOf(measured.none),
    },
    compared('closed', 'the same where none is open', null),
    compared(
      'addresses',
      `the same, with ${whole(LISTED)} addresses on the buyer’s list and every tenth lead among them`,
      BAR,
    ),
    compared('phones', `the same, with ${whole(LISTED)} phones on the list`, BAR),
  ]
}

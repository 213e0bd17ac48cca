/**
 * A page of a list reads an index and then only its own rows, however many there are. Nothing else would reveal a
 * mistake: the answers would stay right while every page reads every order.
 */
import { expect, test } from 'vitest'
import { aTestDatabase } from '#testing/test-database.ts'
import { type ListShape, listStatement } from './list-queries.ts'

/** Enough that looking up the rows of a page is cheaper than reading the tables they are in. */
const REQUESTS = 80_000
const NOW = '2026-03-01T12:00:00Z'
const LATER = '2026-03-01T14:00:00Z'
const REP = 'usr_1'

const SHAPE: ListShape = {
  sort: 'date',
  direction: 'desc',
  isScoped: true,
  hasStatus: false,
  search: null,
  hasCursor: false,
}

/** [what is listed, how the shape differs, all values but the last] */
const LISTS: readonly [string, Partial<ListShape>, readonly string[]][] = [
  ['a rep’s newest', {}, [REP]],
  ['the page after a request', { hasCursor: true }, [REP, NOW, 'prq_7']],
  ['a rep’s by customer', { sort: 'customer', direction: 'asc' }, [REP]],
  ['a rep’s by status', { sort: 'status', direction: 'asc' }, [REP]],
  ['a rep’s unpaid ones', { hasStatus: true }, [REP, 'sent']],
  ['a rep’s expiring ones', { sort: 'end', direction: 'asc' }, [REP, NOW, LATER]],
  ['a rep’s links to check in Cash App', { sort: 'end', queue: 'cash_app', direction: 'asc' }, [REP, NOW]],
  [
    'all reps’ links to check in Cash App',
    { isScoped: false, sort: 'end', queue: 'cash_app', direction: 'asc' },
    [NOW],
  ],
  ['a rep’s search results', { search: 'index' }, ['alma 77', '', 'alma 77', '', '', '', 'LY-', 'LY-', 'LY-', REP]],
  ['what a rep’s next requests contain', { search: 'walk' }, [REP, '2000', 'alma', '', '', '']],
  ['a rep’s highest', { sort: 'total' }, [REP]],
  ['the lowest after a request', { sort: 'total', direction: 'asc', hasCursor: true }, [REP, '29900', 'prq_7']],
  ['all reps’ highest', { isScoped: false, sort: 'total' }, []],
  ['a rep’s highest unpaid ones', { sort: 'total', hasStatus: true, isLive: true }, [REP]],
  ['all reps’ highest unpaid ones', { isScoped: false, sort: 'total', hasStatus: true, isLive: true }, []],
  ['all reps’ unpaid ones by customer', { isScoped: false, sort: 'customer', hasStatus: true, isLive: true }, []],
  ['a rep’s last paid', { sort: 'paid' }, [REP]],
  ['all reps’ last paid', { isScoped: false, sort: 'paid', hasStatus: 'paid' }, []],
  ['all reps’ newest', { isScoped: false }, []],
  ['all reps’ by customer', { isScoped: false, sort: 'customer', direction: 'asc' }, []],
  ['all reps’ by status', { isScoped: false, sort: 'status', direction: 'asc' }, []],
]

/** Twenty reps, ten requests a customer's name; one in a hundred waits. */
const FILL = [
  `insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, payment_method, created_at, pay_until)
   select 'ord_' || i, 'LY-' || i, 'token ' || i, 'request:prq_' || i, 'awaiting_payment', 1, 29900, '', 'stripe',
     $2::timestamptz + i * interval '1 minute', $2::timestamptz + i * interval '1 minute' from generate_series(1, $1::int) i`,
  `insert into order_lines (order_id, revision, line_number, package_id, lead_type, tier, size, state, county, delivery_method, price_cents)
   select 'ord_' || i, 1, 1, '48453-vacant-vip-20', 'vacant', 'vip', 20, 'Texas', 'Travis', 'email', 29900
   from generate_series(1, $1::int) i where $2::timestamptz is not null`,
  `insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at)
   select 'pi_' || i, 'ord_' || i, 'cancelled', 29900, 1, $2, $2 from generate_series(1, $1::int) i`,
  `insert into messages (message_id, kind, subject_id, state, created_at, queued_at)
   select 'payment_request.prq_' || i || '.1', 'payment_request', 'prq_' || i, 'sent', $2, $2 from generate_series(1, $1::int) i`,
  `insert into payment_requests (payment_request_id, token, order_id, rep_id, customer_id, status, customer_name, customer_email,
     total_cents, created_at, expires_at, close_reason)
   select 'prq_' || i, 'link ' || i, 'ord_' || i, 'usr_' || i % 20, 'cus_' || i / 10, case when i % 97 = 1 then 'sent' else 'expired' end,
     'Alma ' || i / 10, 'customer' || i / 10 || '@example.com', 29900, $2::timestamptz + i * interval '1 minute',
     $2::timestamptz + i * interval '1 minute', case when i % 97 <> 1 then 'time' end
   from generate_series(1, $1::int) i`,
]
const TABLES = ['orders', 'order_lines', 'payments', 'messages', 'payment_requests']

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const database = await aTestDatabase()
for (const sql of FILL) await database.pool.query(sql, [REQUESTS, '2026-02-01T00:00:00Z'])
for (const table of TABLES) await database.pool.query(`analyze ${table}`)

test.each(LISTS)('a page of payment requests that shows %s scans no whole table', async (...list) => {
  const [, difference, values] = list
  const client = await database.pool.connect()

  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare asked as ${listStatement({ ...SHAPE, ...difference }).text}`)
  const literals = [...values, '51'].map((value) => client.escapeLiteral(value))
  const { rows } = await client.query(`explain (format json) execute asked(${literals.join(', ')})`)
  client.release(true)
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
  const whole = nodes.filter(
    (node) => node['Node Type'].endsWith('Seq Scan') && TABLES.includes(node['Relation Name'] ?? ''),
  )
  expect(whole.map((node) => node['Relation Name'])).toEqual([])
  if (difference.isLive)
    expect(nodes.map((node) => node['Index Name'])).toContainEqual(expect.stringMatching(/_by_(status|end)$/))
})

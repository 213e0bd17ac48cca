import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_NOW, type DemoStore, openDemoStore } from '#testing/demo-store.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'

const NOW = DEMO_NOW.toISOString()

type Facts = Record<string, number>

/** Each of these is more than so many. */
function expectMore(facts: Facts | undefined, least: Facts) {
  for (const [name, count] of Object.entries(least)) expect(facts?.[name], name).toBeGreaterThan(count)
}

describe('the demo of a whole store', () => {
  let store: DemoStore
  const lines: string[] = []

  beforeAll(async () => {
    store = await openDemoStore({ isWhole: true })
    await store.load((line) => lines.push(line))
  }, 120_000)
  afterAll(() => store.close())

  it('says what it does', () => {
    expect(lines.at(-1)).toMatch(/^Recording \d+ demo sales of the last 120 days\.$/)
  })

  it('keeps the identities of stock for every package, and leaves no order half-made', async () => {
    await expectStockIdentities(store.testDatabase)
  })

  it('gives 5 extra leads with everything it sold, waiting links included, as a new store does', async () => {
    const given = await store.ask(
      'select l.bonus_leads, h.bonus_leads as promised, count(*) > 100 as many from order_lines l join holds h using (hold_id) group by 1, 2',
    )
    const [figures] =
      await store.ask(`select f.bonus_leads = 5 * count(*) as is_counted from offer_figures f, order_lines l
       where f.offer_id = 'off_standard_extra_leads' and l.outcome = 'sold' and not exists (
         select from refunds r where r.order_id = l.order_id) group by f.bonus_leads`)
    expect(given).toEqual([{ bonus_leads: 5, promised: 5, many: true }])
    expect(figures).toEqual({ is_counted: true })
  })

  it('moves the stock of every package first by setting it, and never below nothing', async () => {
    const wrong = await store.ask(`select package_id from (
         select package_id, reason, sum(delta) over w as running, row_number() over w as place, moved_at,
           lag(moved_at) over w as before
         from stock_movements window w as (partition by package_id order by movement_id)
       ) m where (place = 1) <> (reason = 'set') or running < 0 or moved_at < before`)
    const [count] = await store.ask<{ packages: number }>(
      'select count(distinct package_id)::int as packages from stock_movements',
    )
    expect(wrong).toEqual([])
    expect(count?.packages).toBe(150_816)
  })

  it('shows every state of stock, in Travis County too, which has plenty', async () => {
    const shares = `count(*)::int as all,
      (count(*) filter (where not is_unlimited and available = 0))::int as none,
      (count(*) filter (where available between 1 and 10))::int as low,
      (count(*) filter (where available between 11 and 999))::int as many,
      (count(*) filter (where is_unlimited and unlimited_shown > 999))::int as unlimited`
    const [everywhere] = await store.ask<Facts>(`select ${shares} from packages`)
    const [travis] = await store.ask(`select ${shares} from packages where fips = '48453'`)

    for (const state of ['none', 'low', 'many', 'unlimited']) expect(everywhere?.[state]).toBeGreaterThan(1_500)
    expect(travis).toEqual({ all: 48, none: 1, low: 1, many: 43, unlimited: 3 })
  })

  it('has tens of VIP packages in a large county, few or none in a small one, and some sold out in both', async () => {
    const vipIn = async (counties: string) => {
      const [row] =
        await store.ask<Facts>(`select max(available)::int as most, percentile_cont(0.5) within group (order by available) as usual,
           (count(*) filter (where available = 0))::float / count(*) as out, bool_or(is_unlimited)::int as unlimited
         from packages where tier = 'vip' and size = 20 and fips ${counties}`)
      return row ?? {}
    }
    const large = await vipIn(`in ('48201', '06037', '17031', '13121', '04013', '53033', '39035', '12086')`)
    const small = await vipIn(`in ('48301', '31005', '46063', '30069', '16025', '08053', '35021', '49009')`)

    expect(large.most).toBeLessThan(100)
    expect(large.usual).toBeGreaterThanOrEqual(10)
    expect(small.most).toBeLessThanOrEqual(5)
    expect(small.usual).toBeLessThanOrEqual(2)
    expect([large.unlimited, small.unlimited]).toEqual([0, 0])
    for (const { out } of [large, small]) expect(out).toBeGreaterThan(0)
  })

  it('has sales that add up: lines, totals, payments, holds, refunds', async () => {
    const wrong = await store.ask(`select o.order_id from orders o
       left join payments p using (order_id)
       left join (select order_id, sum(price_cents - discount_cents) as cents, count(*) as lines from order_lines group by order_id) l using (order_id)
       left join (select order_id, count(*) as sold from holds where state = 'sold' group by order_id) h using (order_id)
       left join (select order_id, sum(amount_cents) as cents from refunds where state = 'made' group by order_id) r using (order_id)
       where o.paid_at is not null and (o.total_cents is distinct from l.cents or l.lines is distinct from h.sold
          or p.state is distinct from 'succeeded' or p.amount_cents <> o.total_cents
          or o.refunded_cents is distinct from coalesce(r.cents, 0)
          or o.paid_at > '${NOW}')`)
    const [facts] =
      await store.ask<Facts>(`select count(*)::int as orders, (count(*) filter (where rep_id is not null and commission_bps = 1000))::int as reps,
         (count(*) filter (where state = 'refunded'))::int as refunded, count(distinct email)::int as buyers,
         count(distinct created_at::date)::int as days,
         (count(*) filter (where created_at > '2026-10-22'))::float / count(*) as last_month
       from orders where paid_at is not null`)
    expect(wrong).toEqual([])
    expectMore(facts, { orders: 750, reps: 100, refunded: 5, buyers: 200, days: 115, last_month: 0.25 })
    expect(facts?.orders).toBeLessThan(1_050)
  })

  it('has links of the rep whose data is consistent and matches their orders', async () => {
    const wrong = await store.ask(`select r.payment_request_id from payment_requests r join orders o using (order_id)
       join customers c using (customer_id) left join payment_requests n on n.replaces_id = r.payment_request_id
       left join messages m on m.message_id = 'payment_request.' || r.payment_request_id || '.1'
       where o.owner_id <> 'request:' || r.payment_request_id or o.rep_id is distinct from r.rep_id
          or r.status is distinct from case o.state when 'refunded' then 'paid' when 'cancelled' then 'expired'
                                                    when 'awaiting_payment' then 'sent' else o.state end
          or r.paid_at is distinct from o.paid_at or r.closed_at is distinct from o.closed_at or o.pay_until <> r.expires_at
          or c.rep_id <> r.rep_id or lower(c.email) <> lower(r.customer_email) or c.created_at > r.created_at
          or m.message_id is null or r.created_at > '${NOW}'
          or coalesce(r.paid_at, r.closed_at, r.expires_at) not between r.created_at and r.expires_at
          or r.opened_at not between r.created_at and least(r.paid_at, r.closed_at, r.expires_at)
          or (r.close_reason = 'replaced') <> (n.payment_request_id is not null)
          or (n.created_at <> r.closed_at or n.customer_id <> r.customer_id)`)
    const [facts] =
      await store.ask<Facts>(`select count(*)::int as requests, (count(*) filter (where status = 'processed'))::int as processed,
         (count(*) filter (where refunded_cents > 0))::int as refunded,
         (count(*) filter (where close_reason = 'time'))::int as expired,
         (count(*) filter (where close_reason = 'replaced'))::int as replaced,
         (select count(*)::int from customers) as customers,
         (select count(*)::int from customers where notes <> '') as noted,
         (select count(*)::int from orders where rep_id is not null and payment_request_id is null) as not_by_link
       from payment_requests`)
    expect(wrong).toEqual([])
    const least = { requests: 200, processed: 150, refunded: 0, expired: 10, replaced: 5, customers: 100, noted: 20 }
    expectMore(facts, least)
    expect(facts?.not_by_link).toBe(0)
  })

  it('has live links that hold their units, one of them opened and about to expire', async () => {
    const live =
      await store.ask(`select r.opened_at is not null as is_opened, r.expires_at < '${NOW}'::timestamptz + interval '2 hours' as is_ending,
         r.total_cents = sum(l.price_cents) as adds_up, m.state as mail, bool_and(h.state = 'live'
           and h.owner_id = 'request:' || r.payment_request_id and h.expires_at > r.expires_at) as is_held
       from payment_requests r join order_lines l using (order_id) join holds h using (hold_id)
       join messages m on m.message_id = 'payment_request.' || r.payment_request_id || '.1'
       where r.status = 'sent' and r.expires_at > '${NOW}'
       group by r.payment_request_id, m.message_id order by r.expires_at`)

    const waiting = { is_opened: false, is_ending: false, adds_up: true, mail: 'waiting', is_held: true }
    expect(live).toEqual([{ ...waiting, is_opened: true, is_ending: true }, ...Array(5).fill(waiting)])
  })
})

it('the demo makes the same sales and links on the same day', async () => {
  const stores = [await openDemoStore(), await openDemoStore()]
  const sales = []
  for (const store of stores) {
    await store.load()
    sales.push(
      await store.ask(`select order_id, reference, o.total_cents, email, o.created_at, o.payment_request_id, customer_id, r.status, opened_at
         from orders o left join payment_requests r using (order_id) where o.state <> 'awaiting_payment' order by order_id`),
    )
  }

  expect(sales[1]).toEqual(sales[0])
  for (const store of stores) await store.close()
})

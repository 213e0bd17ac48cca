/** How often leads are claimed: the figures, the file that they can be computed from, and what buyers see of them. */
import { beforeAll, expect, test } from 'vitest'
import { CLAIM_RATE_GROUPS, PUBLIC_RATES_CLAIMS_MIN } from '#contract/claims/claim-reasons.ts'
import { minutes } from '#server/platform/clock.ts'
import { adminOf, Client } from '#testing/builders.ts'
import { aDownload, answerClaims, claimLeads } from '#testing/claims.ts'
import { aBackedPackage, aDelivery, csvRows } from '#testing/deliveries.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const admin = adminOf(store)
beforeAll(async () => {
  const { order, token, leadIds } = await aDownload(store)
  const [wrong = '', sold = '', denied = '', open = ''] = leadIds
  await claimLeads(store, token, [wrong, denied, open])
  await claimLeads(store, token, [sold], { reason: 'sold_since' })
  await answerClaims(admin, order.id, [wrong, sold])
  await answerClaims(admin, order.id, [denied], { isGranted: false, answer: 'It rings.' })
  await aDelivery(store, await aBackedPackage(store, { leads: 30 }))
})

const ratesBy = async (by: string) => (await admin.call('GET', `/api/admin/claims/rates?by=${by}`)).body.rates
const tierRates = async () => (await new Client(store).call('GET', '/api/claim-rates')).body.tiers

/** The file, each row by the names of its columns. */
async function readFile(): Promise<Record<string, string>[]> {
  const reply = await admin.call('GET', '/api/admin/claims/rates.csv')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="claim-rates_\d{4}-\d\d-\d\d\.csv"$/)
  const [header = [], ...rows] = csvRows(Buffer.from(reply.body))
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])))
}

/** Wilson's interval as its article has it, apart from the store's own code: the roots of (p − share)² = z² p (1 − p) / n. */
function wilson(count: number, total: number): { share: number; low: number; high: number } {
  const share = count / total
  const z2 = 1.959_964 ** 2
  const a = 1 + z2 / total
  const b = -(2 * share + z2 / total)
  const root = Math.sqrt(b * b - 4 * a * share * share)
  return { share, low: (-b - root) / (2 * a), high: (-b + root) / (2 * a) }
}

const figures = { share: expect.any(Number), low: expect.any(Number), high: expect.any(Number) }

test('the rates count deliveries, claims and granted claims by source, county, age and tier', async () => {
  // 25 leads, two that replaced others, and 25 of the other order.
  const counts = { delivered: 52, claimed: 4, granted: 2, wrongNumbers: 1 }
  expect(await ratesBy('source')).toEqual([
    { name: 'County records', ...counts, grantedShare: figures, wrongNumberShare: figures },
  ])
  expect(await ratesBy('county')).toMatchObject([
    { name: expect.stringMatching(/, Texas$/), delivered: 27, claimed: 4, granted: 2 },
    { name: expect.stringMatching(/, Texas$/), delivered: 25, claimed: 0, granted: 0 },
  ])
  expect(await ratesBy('age')).toMatchObject([{ name: '0-7 days', delivered: 52 }])
  expect(await ratesBy('tier')).toMatchObject([{ name: 'vip', delivered: 52 }])
})

test('each rate and its range can be computed from the file, which has nothing about a person', async () => {
  const rows = await readFile()
  const names = ['Source', 'County', 'Age', 'Tier', 'Delivered', 'Claimed', 'Granted', 'Wrong numbers granted']
  expect(Object.keys(rows[0] ?? {})).toEqual(names)
  expect(JSON.stringify(rows)).not.toMatch(/Elm St|Owner |@|\+1|not in service|It rings|LY-|ord_/)

  for (const by of CLAIM_RATE_GROUPS) {
    const column = by.charAt(0).toUpperCase() + by.slice(1)
    const shown = await ratesBy(by)
    expect(new Set(shown.map(({ name }: { name: string }) => name))).toEqual(new Set(rows.map((row) => row[column])))
    for (const rate of shown) {
      const its = rows.filter((row) => row[column] === rate.name)
      const sum = (name: string) => its.reduce((total, row) => total + Number(row[name]), 0)
      const delivered = sum('Delivered')
      const [granted, wrongNumbers] = [sum('Granted'), sum('Wrong numbers granted')]
      expect(rate).toMatchObject({ delivered, claimed: sum('Claimed'), granted, wrongNumbers })
      for (const [shares, count] of [
        [rate.grantedShare, granted],
        [rate.wrongNumberShare, wrongNumbers],
      ] as const) {
        const own = wilson(count, delivered)
        for (const end of ['share', 'low', 'high'] as const) expect(shares[end]).toBeCloseTo(own[end], 12)
      }
    }
  }
})

test('buyers see the rates of a tier from its 200th claim on, counted every 15 minutes', async () => {
  const packages = []
  for (let index = 0; index < 10; index += 1)
    packages.push(await aBackedPackage(store, { tier: 'premier', ageDays: 4 }))
  const { order } = await aDelivery(store, ...packages)
  const claim = (count: number) =>
    store.sql`insert into claims (order_id, lead_id, line_number, reason, state, claimed_at, due_at, answered_at, news_id)
       select s.order_id, s.lead_id, l.line_number, 'not_owner', 'granted', now(), now(), now(), 'news'
       from order_leads s join orders o using (order_id) join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.hold_id = s.hold_id
       where s.order_id = ${order.id} and s.delivered_at is not null order by s.lead_id limit ${count} on conflict do nothing returning lead_id`
  await claim(PUBLIC_RATES_CLAIMS_MIN - 1)
  const before = await tierRates()
  expect(await claim(PUBLIC_RATES_CLAIMS_MIN)).toHaveLength(1)
  const meanwhile = await tierRates()
  store.clock.advance(minutes(15))
  const [after, ...others] = await tierRates()

  expect([before, meanwhile, others]).toEqual([[], [], []])
  const rows = (await readFile()).filter(({ Tier }) => Tier === 'premier')
  const delivered = rows.reduce((total, { Delivered }) => total + Number(Delivered), 0)
  expect(after).toMatchObject({ tier: 'premier', delivered, wrongNumberShare: { share: 0 } })
  const own = wilson(PUBLIC_RATES_CLAIMS_MIN, delivered)
  for (const end of ['share', 'low', 'high'] as const) expect(after.grantedShare[end]).toBeCloseTo(own[end], 12)
})

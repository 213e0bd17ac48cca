/** Changes of many packages: what is previewed is applied, whatever buyers and colleagues do in between. */
import { beforeEach, describe, expect, test } from 'vitest'
import { aBuyer, aBuyerWith } from '#testing/builders.ts'
import { ALL_PACKAGES, setTo, stockChanger, VACANT } from '#testing/stock-changes.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const one = withStore()
const two = withStore({ beside: one })
const { admin, attemptId, preview, change, changeNow } = stockChanger(one)
beforeEach(() => changeNow(VACANT, setTo(0)))
const TEXAS = { ...ALL_PACKAGES, areas: [{ state: 'Texas', county: null }] }
const DELAWARE = { ...ALL_PACKAGES, areas: [{ state: 'Delaware', county: null }] }

async function shown(packageId: string, node = one): Promise<number> {
  const { body } = await aBuyer(node).call('GET', '/api/packages/Texas/Travis')
  return body.find(({ id }: { id: string }) => id === packageId).available
}

describe('a preview', () => {
  test('counts packages, changes, holds, and units before and after, and changes nothing', async () => {
    await one.setStock(VIP, 40)
    await one.setStock('48453-vacant-vip-30', 25)
    await one.setStock('48453-vacant-vip-50', 5000)
    const buyer = await aBuyerWith(one, VIP)

    const vip = { leadType: 'vacant', tier: 'vip', place: 'Travis County, Texas' }
    const { body } = await preview({ ...VACANT, tiers: ['vip'] }, setTo(25))

    expect(body).toEqual({
      packages: 4,
      changed: 3,
      counties: 1,
      unitsBefore: 39 + 25 + 1000,
      unitsAfter: 100,
      heldPackages: 1,
      holds: 1,
      fromLeads: 0,
      seen: expect.stringMatching(/^\d+$/),
      rows: [
        { ...vip, size: 20, before: 39, after: 25 },
        { ...vip, size: 50, before: 5000, after: 25 },
        { ...vip, size: 100, before: 0, after: 25 },
      ],
    })
    expect(await shown(VIP)).toBe(39)
    await buyer.release(VIP)
  })

  test('lists every package that changes, page by page, by county and kind', async () => {
    await changeNow(DELAWARE, setTo(7))
    const pages = await Promise.all([0, 100, 200].map((from) => preview(DELAWARE, setTo(8), from)))
    const rows = pages.flatMap(({ body }) => body.rows)
    expect([rows.length, new Set(rows.map((row) => JSON.stringify(row))).size]).toEqual([3 * 48, 3 * 48])
    const kent = { place: 'Kent County, Delaware', before: 7, after: 8 }
    expect(rows[0]).toEqual({ leadType: 'vacant', tier: 'vip', size: 20, ...kent })
    expect(rows[47]).toEqual({ leadType: 'landlord', tier: 'standard', size: 100, ...kent })
  })

  test('says how many packages follow leads: they do not change, and their leads are not counted as units', async () => {
    const followLeads = (units: number | null) =>
      one.testDatabase.pool.query('update packages set lead_units = $1 where package_id = $2', [units, VIP])
    const own = await shown(VIP)
    const before = (await preview({ ...VACANT, tiers: ['vip'] }, setTo(25))).body
    await followLeads(7)

    expect((await preview({ ...VACANT, tiers: ['vip'] }, setTo(25))).body).toMatchObject({
      packages: 4,
      changed: 3,
      unitsBefore: before.unitsBefore - own,
      unitsAfter: 3 * 25,
      fromLeads: 1,
    })
    await changeNow({ ...VACANT, tiers: ['vip'] }, setTo(25))

    await followLeads(null)
    expect(await shown(VIP)).toBe(0)
  })

  test('is refused like the change itself if its step makes no sense, naming the field', async () => {
    for (const step of [
      setTo(-1),
      setTo(1.5),
      setTo(1e308),
      { kind: 'at_least', value: -1 },
      { kind: 'double', value: 2 },
    ]) {
      const replies = [await preview(VACANT, step), await change({ scope: VACANT, step, seen: '0' })]
      for (const { status, body } of replies)
        expect([status, body.code, body.message]).toEqual([
          400,
          'bad_request',
          expect.stringMatching(/^Check the (step|value|kind):/),
        ])
    }
  })
})

test.each([
  ['nothing chosen', { areas: [] }, 400],
  ['no lead type', { leadTypes: [] }, 400],
  ['an unknown state', { areas: [{ state: 'Atlantis', county: null }] }, 404],
  ['a county of another state', { areas: [{ state: 'Texas', county: 'Baltimore' }] }, 404],
  ['a state with one of its counties', { areas: [...VACANT.areas, ...TEXAS.areas] }, 400],
  ['301 places', { areas: Array(301).fill({ state: 'Texas', county: 'Travis' }) }, 400],
  ['10,000 places', { areas: Array(10_000).fill({ state: 'Texas', county: 'Travis' }) }, 413],
  ['a place twice', { areas: [...VACANT.areas, ...VACANT.areas] }, 200],
])('a scope of prices or stock with %s is refused, or read once', async (_what, part, status) => {
  const scope = { ...VACANT, ...part }
  const priced = await admin.call('POST', '/api/admin/pricing/preview', { scope, step: { kind: 'percent', value: 5 } })
  const stocked = await preview(scope, setTo(5))
  expect([priced.status, stocked.status]).toEqual([status, status])
  if (status === 200) expect([priced.body.changed, stocked.body.packages]).toEqual([16, 16])
})

describe('a change of many packages', () => {
  test('is applied as a whole, visible on both nodes, and recorded in each history and once in the log', async () => {
    const { status, body } = await changeNow(TEXAS, setTo(25), { reason: 'Spring delivery' })

    expect([status, body]).toEqual([
      200,
      {
        changeId: expect.any(String),
        packages: 48 * 254,
        changed: 48 * 254,
        unitsBefore: 0,
        unitsAfter: 25 * 48 * 254,
      },
    ])
    expect(await shown(VIP)).toBe(25)
    await expect.poll(() => shown(VIP, two)).toBe(25)
    const { body: history } = await admin.call('GET', `/api/admin/packages/${VIP}/movements`)
    expect(history[0]).toMatchObject({
      kind: 'set',
      by: { kind: 'member', name: 'Ada Admin' },
      before: 0,
      after: 25,
      note: 'Spring delivery',
    })
    const { body: log } = await admin.call('GET', '/api/admin/audit?action=stock_set_many&limit=2')
    expect(log[0]).toMatchObject({
      subject: 'Texas',
      before: { packages: 48 * 254, units: 0 },
      after: { packages: 48 * 254, units: 25 * 48 * 254, change: 'set to 25' },
      note: 'Spring delivery',
    })
    await expectStockIdentities(one.testDatabase)
  })

  test.each([
    ['adding stops at the largest count', { kind: 'add', value: 990 }, [990, 999, 5000]],
    ['subtracting stops at zero', { kind: 'add', value: -15 }, [0, 25, 5000]],
    ['at least raises only lower counts', { kind: 'at_least', value: 30 }, [30, 40, 5000]],
    ['at least unlimited makes all packages unlimited', { kind: 'at_least', value: 2000 }, [2000, 2000, 5000]],
    ['set makes unlimited packages counted again', setTo(7), [7, 7, 7]],
  ])('%s', async (_what, step, after) => {
    const ids = [VIP, '48453-vacant-vip-30', '48453-vacant-vip-50']
    await Promise.all([one.setStock(ids[1] ?? '', 40), one.setStock(ids[2] ?? '', 5000)])
    expect((await changeNow({ ...VACANT, tiers: ['vip'], sizes: [20, 30, 50] }, step)).status).toBe(200)
    expect(await Promise.all(ids.map((id) => shown(id)))).toEqual(after)
    await expectStockIdentities(one.testDatabase)
  })

  test('is refused as a whole after a colleague’s edit, but not after a buyer’s hold', async () => {
    await changeNow(VACANT, setTo(10))
    const { seen } = (await preview(VACANT, setTo(20))).body
    await aBuyer(one).reserve(VIP)
    expect((await change({ scope: VACANT, step: setTo(20), seen })).status).toBe(200)
    await admin.call('PUT', `/api/admin/packages/${VIP}/availability`, { available: 3 })
    const refused = await change({ scope: VACANT, step: setTo(50), seen })
    expect([refused.status, refused.body.code]).toEqual([409, 'stock_changed'])
    expect([await shown(VIP), await shown('48453-vacant-vip-30')]).toEqual([3, 20])
  })

  test('sent several times at once is one change', async () => {
    const { seen } = (await preview(VACANT, { kind: 'add', value: 5 })).body
    const body = { attemptId: attemptId(), scope: VACANT, step: { kind: 'add', value: 5 }, seen }
    const replies = await Promise.all([change(body), change(body), change(body)])
    const again = await change(body)
    for (const reply of [...replies, again])
      expect([reply.status, reply.body]).toMatchObject([
        200,
        { packages: 16, changed: 16, unitsBefore: 0, unitsAfter: 80 },
      ])
    expect(await shown(VIP)).toBe(5)
  })
})

describe('undoing a change of many packages', () => {
  const undo = (changeId: string) => admin.call('POST', `/api/admin/stock/changes/${changeId}/undo`)

  test('gives back what it took, whatever was held since, once; what someone has set since stays', async () => {
    const ids = ['vip-20', 'vip-30', 'vip-50', 'vip-100', 'premier-20'].map((kind) => `48453-vacant-${kind}`)
    await Promise.all([40, 30, 5000, 3, 0].map((count, index) => one.setStock(ids[index] ?? '', count)))
    const { body: made } = await changeNow({ ...VACANT, tiers: ['vip', 'premier'] }, setTo(25))
    const buyer = await aBuyerWith(one, VIP)
    await admin.call('PUT', `/api/admin/packages/${ids[1]}/availability`, { available: 9 })

    const replies = await Promise.all([undo(made.changeId), undo(made.changeId), undo(made.changeId)])

    for (const { status, body } of replies)
      expect([status, body.changeId, body.packages, body.changed]).toEqual([200, replies[0]?.body.changeId, 8, 7])
    expect(await Promise.all(ids.map((id) => shown(id)))).toEqual([39, 9, 5000, 3, 0])
    await expect.poll(() => shown(VIP, two)).toBe(39)
    await expectStockIdentities(one.testDatabase)
    const { body: log } = await admin.call('GET', '/api/admin/audit?action=stock_set_many&limit=2')
    expect(log[0]).toMatchObject({ subject: 'Travis, Texas; Vacant Houses; VIP, Premier', after: { change: 'undone' } })
    expect(log[1]).toMatchObject({ after: { change: 'set to 25' } })
    await buyer.release(VIP)
  })

  test('is refused for one that does not exist, or that is an undo itself', async () => {
    const { body: made } = await changeNow(VACANT, setTo(25))
    const { body: undone } = await undo(made.changeId)
    for (const id of ['stc_unknown', undone.changeId])
      expect(await undo(id)).toMatchObject({ status: 404, body: { code: 'stock_change_unknown' } })
  })
})

describe('a change of one package’s stock', () => {
  const put = (body: object) => admin.call('PUT', `/api/admin/packages/${VIP}/availability`, body)

  test('is refused if the count makes no sense, naming the field', async () => {
    await put({ available: 9 })
    for (const available of [-1, 1.5, 1e308, '7', null, 1_000_001])
      expect(await put({ available })).toMatchObject({
        status: 400,
        body: { code: 'bad_request', message: expect.stringMatching(/^Check the available:/) },
      })
    for (const expected of [-1, 3_000_000_000])
      expect(await put({ available: 9, expected })).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect(await shown(VIP)).toBe(9)
  })

  test('after a colleague’s edit is refused with the current count; a retry of one’s own change is not', async () => {
    await put({ available: 12 })
    const first = await put({ available: 40, expected: 12, reason: ' Delivery ' })
    const retried = await put({ available: 40, expected: 12, reason: ' Delivery ' })
    const late = await put({ available: 8, expected: 12 })
    expect([first.status, retried.status, retried.body.available]).toEqual([200, 200, 40])
    expect([late.status, late.body.code, late.body.details]).toEqual([409, 'availability_changed', { available: 40 }])
    const { body } = await admin.call('GET', `/api/admin/packages/${VIP}/movements?limit=2`)
    expect(body).toMatchObject([
      { before: 12, after: 40, note: 'Delivery' },
      { before: 0, after: 12 },
    ])
  })
})

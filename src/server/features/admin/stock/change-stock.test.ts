/** Changes of many packages: what is previewed is applied, whatever buyers and colleagues do in between. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin, aRep, type Client, type Reply } from '#testing/builders.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const TRAVIS = { state: 'Texas', county: 'Travis' }
const ALL = { states: [], counties: [], leadTypes: [], tiers: [], sizes: [] }
/** The 16 packages of Travis County's vacant houses. */
const VACANT = { ...ALL, counties: [TRAVIS], leadTypes: ['vacant'] }
/** The counties of Delaware, Maryland and Texas, which the test's catalogue has. */
const COUNTIES = 3 + 24 + 254

let one: TestApp
let two: TestApp
let admin: Client
let attempts = 0
beforeAll(async () => {
  one = await createTestApp()
  two = await createTestApp({ beside: one })
})
afterAll(async () => {
  await two.close()
  await one.close()
})
beforeEach(async () => {
  admin = await anAdmin(one)
  await changeNow(VACANT, set(0))
})

const set = (value: number) => ({ kind: 'set', value })
const preview = (selection: object, step: object) => admin.call('POST', '/api/admin/stock/preview', { selection, step })
const attemptId = () => {
  attempts += 1
  return `attempt-stock-${attempts}`
}
const change = (body: object, client = admin): Promise<Reply> =>
  client.call('POST', '/api/admin/stock/changes', { attemptId: attemptId(), ...body })
/** Previews and makes the change at once. */
async function changeNow(selection: object, step: object, more: object = {}): Promise<Reply> {
  const { seen } = (await preview(selection, step)).body
  return change({ selection, step, seen, ...more })
}
async function shown(packageId: string, node = one): Promise<number> {
  const { body } = await aBuyer(node).call('GET', '/api/packages/Texas/Travis')
  return body.find(({ id }: { id: string }) => id === packageId).available
}

describe('a preview', () => {
  test('counts packages, changes, holds, and units before and after, and changes nothing', async () => {
    await one.setStock(VIP, 40)
    await one.setStock('48453-vacant-vip-30', 25)
    await one.setStock('48453-vacant-vip-50', 5000)
    const buyer = aBuyer(one)
    await buyer.reserve(VIP)

    const { body } = await preview({ ...VACANT, tiers: ['vip'] }, set(25))

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
    })
    expect(await shown(VIP)).toBe(39)
    await buyer.release(VIP)
  })

  test('says how many packages follow leads: they do not change, and their leads are not counted as units', async () => {
    const followLeads = (units: number | null) =>
      one.testDatabase.pool.query('update packages set lead_units = $1 where package_id = $2', [units, VIP])
    const own = await shown(VIP)
    const before = (await preview({ ...VACANT, tiers: ['vip'] }, set(25))).body
    await followLeads(7)

    expect((await preview({ ...VACANT, tiers: ['vip'] }, set(25))).body).toMatchObject({
      packages: 4,
      changed: 3,
      unitsBefore: before.unitsBefore - own,
      unitsAfter: 3 * 25,
      fromLeads: 1,
    })
    await changeNow({ ...VACANT, tiers: ['vip'] }, set(25))

    await followLeads(null)
    expect(await shown(VIP)).toBe(0)
  })

  test('without a selection covers the whole store', async () => {
    const { body } = await preview(ALL, set(3))
    expect(body).toMatchObject({ packages: 48 * COUNTIES, counties: COUNTIES, unitsAfter: 3 * 48 * COUNTIES })
  })

  test('refuses an unknown place', async () => {
    expect((await preview({ ...ALL, states: ['Atlantis'] }, set(1))).body.code).toBe('unknown_state')
    expect((await preview({ ...ALL, counties: [{ state: 'Texas', county: 'Kings' }] }, set(1))).body.code).toBe(
      'unknown_county',
    )
  })

  test.each([
    ['below zero', set(-1)],
    ['with a fraction', set(1.5)],
    ['of 1e308', set(1e308)],
    ['of text', { kind: 'set', value: '5' }],
    ['of at least less than nothing', { kind: 'at_least', value: -1 }],
    ['added with a fraction', { kind: 'add', value: 0.5 }],
    ['of an unknown kind', { kind: 'double', value: 2 }],
  ])('%s is refused like the change itself, naming the field', async (_what, step) => {
    const { status, body } = await preview(VACANT, step)
    const made = await change({ selection: VACANT, step, seen: '0' })

    expect([status, body.code, made.status]).toEqual([400, 'bad_request', 400])
    expect(body.message).toMatch(/^Check the (step|value|kind):/)
    expect(made.body.message).toMatch(/^Check the (step|value|kind):/)
  })
})

describe('a change of many packages', () => {
  test('is applied as a whole, visible on both nodes, and recorded in each history and once in the log', async () => {
    const { status, body } = await changeNow({ ...ALL, states: ['Texas'] }, set(25), { reason: 'Spring delivery' })

    expect([status, body]).toEqual([
      200,
      { packages: 48 * 254, changed: 48 * 254, unitsBefore: 0, unitsAfter: 25 * 48 * 254 },
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
    ['set makes unlimited packages counted again', set(7), [7, 7, 7]],
  ])('%s', async (_what, step, after) => {
    const ids = [VIP, '48453-vacant-vip-30', '48453-vacant-vip-50']
    await Promise.all([one.setStock(ids[1] ?? '', 40), one.setStock(ids[2] ?? '', 5000)])

    expect((await changeNow({ ...VACANT, tiers: ['vip'], sizes: [20, 30, 50] }, step)).status).toBe(200)

    expect(await Promise.all(ids.map((id) => shown(id)))).toEqual(after)
    await expectStockIdentities(one.testDatabase)
  })

  test('writes no movement for unchanged packages, and records switches to and from unlimited', async () => {
    await one.setStock(VIP, 12)
    await changeNow({ ...VACANT, tiers: ['vip'], sizes: [20] }, set(12))
    await changeNow({ ...VACANT, tiers: ['vip'], sizes: [20] }, set(3000))
    await changeNow({ ...VACANT, tiers: ['vip'], sizes: [20] }, set(4))

    const { body } = await admin.call('GET', `/api/admin/packages/${VIP}/movements?limit=3`)

    expect(body.map(({ before, after }: { before: number; after: number }) => [before, after])).toEqual([
      [3000, 4],
      [12, 3000],
      [0, 12],
    ])
  })

  test('is refused as a whole after a colleague’s edit, but not after a buyer’s hold', async () => {
    await changeNow(VACANT, set(10))
    const { seen } = (await preview(VACANT, set(20))).body
    await aBuyer(one).reserve(VIP)
    expect((await change({ selection: VACANT, step: set(20), seen })).status).toBe(200)

    await admin.call('PUT', `/api/admin/packages/${VIP}/availability`, { available: 3 })
    const refused = await change({ selection: VACANT, step: set(50), seen })

    expect([refused.status, refused.body.code]).toEqual([409, 'stock_changed'])
    expect([await shown(VIP), await shown('48453-vacant-vip-30')]).toEqual([3, 20])
  })

  test('sent several times at once is one change', async () => {
    const { seen } = (await preview(VACANT, { kind: 'add', value: 5 })).body
    const body = { attemptId: attemptId(), selection: VACANT, step: { kind: 'add', value: 5 }, seen }

    const replies = await Promise.all([change(body), change(body), change(body)])
    const again = await change(body)

    for (const reply of [...replies, again])
      expect([reply.status, reply.body]).toEqual([200, { packages: 16, changed: 16, unitsBefore: 0, unitsAfter: 80 }])
    expect(await shown(VIP)).toBe(5)
  })

  test('on two nodes loses no unit while 50 buyers reserve and release', async () => {
    await changeNow(VACANT, set(30))
    const buyers = Array.from({ length: 50 }, (_, index) => aBuyer(index % 2 ? one : two))
    const ids = ['vip-20', 'vip-30', 'premier-20', 'standard-100'].map((kind) => `48453-vacant-${kind}`)
    const shop = async (buyer: Client, index: number) => {
      for (let round = 0; round < 4; round += 1) {
        const id = ids[(index + round) % ids.length] ?? VIP
        const held = await buyer.reserve(id)
        if (held.status === 200 && round % 2) await buyer.release(id)
      }
    }
    const restock = async () => {
      for (const step of [set(3), { kind: 'add', value: 20 }, { kind: 'add', value: -50 }, set(2000), set(40)])
        expect((await changeNow(VACANT, step)).status).toBe(200)
    }

    await Promise.all([...buyers.map(shop), restock()])

    await expectStockIdentities(one.testDatabase)
  })

  test('is refused to reps and visitors', async () => {
    const body = { selection: VACANT, step: set(1), seen: '0' }
    expect((await change(body, await aRep(one))).body.code).toBe('forbidden')
    expect((await change(body, aBuyer(one))).body.code).toBe('unauthenticated')
  })
})

describe('a change of one package’s stock', () => {
  const put = (body: object) => admin.call('PUT', `/api/admin/packages/${VIP}/availability`, body)

  test.each([[-1], [1.5], [1e308], ['7'], [null], [1_000_001]])(
    'to %j is refused, naming the field',
    async (available) => {
      await put({ available: 9 })

      const { status, body } = await put({ available })

      expect([status, body.code]).toEqual([400, 'bad_request'])
      expect(body.message).toMatch(/^Check the available:/)
      expect(await shown(VIP)).toBe(9)
    },
  )

  test.each([-1, 1_000_001, 3_000_000_000])('with the impossible expected count %s is refused', async (expected) => {
    expect(await put({ available: 9, expected })).toMatchObject({ status: 400, body: { code: 'bad_request' } })
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

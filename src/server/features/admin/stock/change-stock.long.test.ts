/** Changes of many packages: what is previewed is applied, whatever buyers and colleagues do in between. */
import { beforeEach, expect, test } from 'vitest'
import { aBuyer, anAdmin, type Client, type Reply } from '#testing/builders.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const TRAVIS = { state: 'Texas', county: 'Travis' }
const ALL = { states: [], counties: [], leadTypes: [], tiers: [], sizes: [] }
/** The 16 packages of Travis County's vacant houses. */
const VACANT = { ...ALL, counties: [TRAVIS], leadTypes: ['vacant'] }

const one = withStore()
const two = withStore({ beside: one })
let admin: Client
let attempts = 0
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

test('a change of many packages on two nodes loses no unit while 50 buyers reserve and release', async () => {
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

/** Changes of many packages: what is previewed is applied, whatever buyers and colleagues do in between. */
import { beforeEach, expect, test } from 'vitest'
import { aBuyer, type Client } from '#testing/builders.ts'
import { setTo, stockChanger, VACANT } from '#testing/stock-changes.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const one = withStore()
const two = withStore({ beside: one })
const { changeNow } = stockChanger(one)
beforeEach(() => changeNow(VACANT, setTo(0)))

test('a change of many packages on two nodes loses no unit while 50 buyers reserve and release', async () => {
  await changeNow(VACANT, setTo(30))
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
    for (const step of [setTo(3), { kind: 'add', value: 20 }, { kind: 'add', value: -50 }, setTo(2000), setTo(40)])
      expect((await changeNow(VACANT, step)).status).toBe(200)
  }

  await Promise.all([...buyers.map(shop), restock()])

  await expectStockIdentities(one.testDatabase)
})

/** What a package's history and holds say, and how a stuck hold is released. */
import { beforeAll, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, adminOf, aRep, type Client } from '#testing/builders.ts'
import { sendLink } from '#testing/payment-links.ts'
import { stockScreen } from '#testing/stock-changes.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const admin = adminOf(store)
let rep: Client
beforeAll(async () => {
  rep = await aRep(store)
})

const { aPackage, stock, holds, movements, release } = stockScreen(admin)

test('the history of a package shows who did what, the counts before and after, and order references, but no cart IDs', async () => {
  const id = await aPackage(12)
  const buyer = await aBuyerWith(store, id)
  await buyer.release(id)
  const { body: order } = await aBuyer(store).buy(id)
  await rep.reserve(id)
  await store.pass(minutes(31))
  await admin.call('PUT', `/api/admin/packages/${id}/availability`, { available: 2000 })

  const history = await movements(id)

  const cart = { kind: 'cart', name: null, reference: null }
  const ada = { kind: 'member', name: 'Ada Admin', reference: null }
  const rob = { kind: 'rep', name: 'Rob Rep', reference: null }
  expect(history).toMatchObject([
    { kind: 'set', by: ada, before: 11, after: 2000, note: null },
    { kind: 'expired', by: rob, before: 10, after: 11 },
    { kind: 'held', by: rob, before: 11, after: 10 },
    { kind: 'sold', by: { kind: 'order', name: null, reference: order.reference }, before: 12, after: 11 },
    { kind: 'released', by: cart, before: 11, after: 12 },
    { kind: 'held', by: cart, before: 12, after: 11 },
    { kind: 'set', by: ada, before: 0, after: 12, note: 'First delivery' },
  ])
  expect(JSON.stringify(history)).not.toMatch(/cart:|user:/)
})

test('the summary of a package’s units adds up: placed equals available, held and sold, including released and refunded units', async () => {
  const id = await aPackage(10)
  const { body: order } = await aBuyer(store).buy(id)
  await aBuyer(store).buy(id)
  await aBuyer(store).reserve(id)
  expect((await admin.refund(order.id)).status).toBe(200)

  expect(await stock(id)).toEqual({
    ...{ packageId: id, state: 'Texas', county: 'Travis', shown: 8, isUnlimited: false, placed: 11, refunded: 1 },
    ...{ available: 8, held: 1, sold: 2, liveHolds: 1 },
  })
  expect((await movements(id))[0]).toMatchObject({
    kind: 'refunded',
    by: { kind: 'order', reference: order.reference },
    before: 7,
    after: 8,
  })
})

test('releasing a hold puts the unit on sale, is logged once with its reason, and is shown to the owner', async () => {
  const id = await aPackage(1)
  const buyer = aBuyer(store)
  const { holdId } = (await buyer.reserve(id)).body
  expect(await holds(id)).toMatchObject([
    { holdId, by: { kind: 'cart', name: null, reference: null }, tookUnit: true, isReleasable: true },
  ])

  const [first, second] = await Promise.all([release(holdId), release(holdId)])

  expect([first.status, first.body, second.body]).toEqual([
    200,
    { holdId, packageId: id, state: 'released' },
    { holdId, packageId: id, state: 'released' },
  ])
  expect(await stock(id)).toMatchObject({ available: 1, held: 0 })
  expect(await movements(id)).toMatchObject([
    { kind: 'taken_out', by: { kind: 'member', name: 'Ada Admin' }, before: 0, after: 1, note: 'The buyer is gone.' },
    { kind: 'held' },
    { kind: 'set' },
  ])
  const { body: log } = await admin.call('GET', '/api/admin/audit?action=hold_released')
  expect(log.filter(({ before }: { before: { hold: string } }) => before.hold === holdId)).toMatchObject([
    { memberName: 'Ada Admin', note: 'The buyer is gone.', subject: expect.stringContaining('Travis, Texas') },
  ])
  expect((await buyer.call('GET', '/api/cart')).body.lines).toEqual([])
  expect((await buyer.call('GET', '/api/cart/released')).body).toMatchObject([{ holdId, packageId: id }])
  expect((await aBuyer(store).call('GET', '/api/cart/released')).body).toEqual([])
})

test('releasing a hold of a live payment link is refused: the link can be voided instead', async () => {
  const id = await aPackage(3)
  const link = await sendLink(rep, [id])
  const [hold] = await holds(id)
  expect(hold).toMatchObject({
    by: { kind: 'link', name: 'Rob Rep', reference: link.reference },
    isReleasable: false,
  })
  const { status, body } = await release(hold.holdId)
  expect([status, body.code]).toEqual([409, 'hold_of_link'])
  expect(body.message).toContain('cancel the link')
  expect(await stock(id)).toMatchObject({ available: 2, held: 1 })
})

test('releasing a hold of an order that waits for its payment is refused', async () => {
  const id = await aPackage(3)
  const buyer = await aBuyerWith(store, id)
  const { total } = (await buyer.call('GET', '/api/cart')).body
  await buyer.call('POST', '/api/cash-app-orders', { amount: total, contactInfo: buyer.contactInfo })
  const [hold] = await holds(id)
  expect(hold).toMatchObject({
    by: { kind: 'order', name: null, reference: expect.stringMatching(/^LY-/) },
    isReleasable: false,
  })
  expect((await release(hold.holdId)).body.code).toBe('hold_of_order')
})

test('releasing a hold needs a reason and is refused to reps', async () => {
  const id = await aPackage(2)
  const { holdId } = (await aBuyer(store).reserve(id)).body
  for (const reason of ['', '   ', 7, null, 'x'.repeat(201)]) {
    const { status, body } = await release(holdId, reason)
    expect([status, body.code]).toEqual([400, 'bad_request'])
    expect(body.message).toMatch(/^Check the reason:/)
  }
  expect((await release(holdId, 'mine', rep)).body.code).toBe('forbidden')
  expect((await release(`hld_${'0'.repeat(22)}`)).body.code).toBe('hold_unknown')
  expect(await stock(id)).toMatchObject({ held: 1 })
})

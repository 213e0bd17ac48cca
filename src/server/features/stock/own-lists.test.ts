/** Leads that a buyer has on a list of their own are left out of holds, and replaced before they are sold. */
import { afterEach, describe, expect, test } from 'vitest'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { days } from '#server/platform/clock.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { aBuyer, aRep, type Buyer } from '#testing/builders.ts'
import { aBackedPackage } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { sendLink } from '#testing/payment-links.ts'
import { expectLeadIdentities } from '#testing/stock-identities.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { phoneKeyOf } from './normalize-address.ts'
import { saveOwnList } from './save-own-list.ts'

/** Of a package of 20 with the store's bonus offer. */
const LEADS = 25

const store = withStore({}, (opened) => opened.setStock(VIP, 900))
afterEach(() => expectLeadIdentities(store.testDatabase))

/** A buyer whom the store knows, with the desk open or not; whether they bought leads before. */
async function aKnownBuyer({ isDeskOpen = true, hasLeads = true } = {}): Promise<Buyer> {
  const buyer = aBuyer(store)
  await buyer.buy(hasLeads ? await aBackedPackage(store, { leads: LEADS }) : VIP)
  if (isDeskOpen) await aDesk(store, buyer.contactInfo.email, buyer)
  return buyer
}

interface Lead {
  lead_id: string
  property_key: string
  phones: string[]
}

/** The leads of a package's pool, those first that a hold takes first. */
const poolOf = (packageId: string): Promise<Lead[]> =>
  store.sql`select lead_id::text, property_key, array(select p ->> 'number' from jsonb_array_elements(phones) p) as phones
     from leads join lead_details using (lead_id) where ${packageId} like pool_id || '-%' order by acquired_at desc, leads.lead_id`

let uploads = 0

/** Puts leads on a list of a buyer, by their property or by one of their phones. */
async function listLeads(buyer: Buyer, leads: readonly Lead[], by: 'property' | 'phone' = 'property', phoneAt = 1) {
  uploads += 1
  const listId = `own_${String(uploads).padStart(22, '0')}`
  const isPhone = by === 'phone'
  const keys = leads.map((lead) => (isPhone ? phoneKeyOf(store.ctx, lead.phones[phoneAt] ?? '') : lead.property_key))
  await store.sql`create table if not exists own_list_rows_of_tests partition of own_list_rows default`
  await store.sql`insert into own_list_rows (upload_no, is_phone, key) select ${uploads}, ${isPhone}, unnest(${keys}::uuid[])`
  await saveOwnList(store.ctx, {
    ...{ buyerKey: customerKeyOf(store.ctx, buyer.contactInfo.email), listId, name: 'Mine' },
    ...{ replaces: null, uploadNo: uploads },
    ...{ addresses: isPhone ? 0 : keys.length, phones: isPhone ? keys.length : 0 },
  })
  return listId
}

/** Puts the leads that a hold takes first on a buyer's list. @returns them */
async function listFirst(buyer: Buyer, packageId: string, count: number, by?: 'property' | 'phone') {
  const leads = (await poolOf(packageId)).slice(0, count)
  await listLeads(buyer, leads, by)
  return leads
}

const idsOf = (leads: readonly Lead[]) => leads.map(({ lead_id }) => lead_id)
const heldWith = async (holdId: string): Promise<string[]> =>
  (await store.sql`select lead_id::text from hold_leads where hold_id = ${holdId}`).map(({ lead_id }) => lead_id)
const ownedBy = async (orderId: string): Promise<string[]> =>
  (await store.sql`select lead_id::text from order_leads where order_id = ${orderId} and returned_at is null`).map(
    ({ lead_id }) => lead_id,
  )

async function hold(buyer: Buyer, packageId: string): Promise<string[]> {
  const { status, body } = await buyer.reserve(packageId)
  expect(status, JSON.stringify(body)).toBe(200)
  return heldWith(body.holdId)
}

const none = (leads: readonly string[], listed: readonly Lead[]) => leads.filter((id) => idsOf(listed).includes(id))

function expectUnlisted(leads: readonly string[], listed: readonly Lead[]): void {
  expect(leads).toHaveLength(LEADS)
  expect(none(leads, listed)).toEqual([])
}

describe.each(['property', 'phone'] as const)('leads on a list by their %s', (by) => {
  test('are left out of a hold where the desk is open, and stay on sale for others', async () => {
    const packageId = await aBackedPackage(store, { leads: 120 })
    const buyer = await aKnownBuyer()
    const listed = await listFirst(buyer, packageId, 60, by)
    const held = await hold(buyer, packageId)
    const others = await hold(aBuyer(store), packageId)

    expectUnlisted(held, listed)
    expect(others).toEqual(expect.arrayContaining(idsOf(listed.slice(0, LEADS))))
  })

  test('are replaced at settlement if the list came after the payment was opened', async () => {
    const packageId = await aBackedPackage(store, { leads: 80 })
    const buyer = await aKnownBuyer({ isDeskOpen: false })
    const held = await hold(buyer, packageId)
    const payment = await buyer.openPayment()
    const listed = (await poolOf(packageId)).filter(({ lead_id }) => held.includes(lead_id)).slice(0, 7)
    await listLeads(buyer, listed, by)
    const { body: order } = await buyer.pay(payment.body)

    expectUnlisted(await ownedBy(order.id), listed)
  })
})

test('leads on a list are replaced before payment once the address is known', async () => {
  const packageId = await aBackedPackage(store, { leads: 80 })
  const buyer = await aKnownBuyer({ isDeskOpen: false })
  const listed = await listFirst(buyer, packageId, 40)
  const held = await hold(buyer, packageId)
  expect(none(held, listed)).toHaveLength(LEADS)
  const order = (await buyer.buy()).body

  expectUnlisted(await ownedBy(order.id), listed)
})

test('leads on a list too few others: the unit goes into the cart like any, and the payment is refused like others', async () => {
  const packageId = await aBackedPackage(store, { leads: 30 })
  const buyer = await aKnownBuyer()
  await listFirst(buyer, packageId, 10)
  const held = await hold(buyer, packageId)
  const payment = await buyer.openPayment()

  expect(held).toHaveLength(LEADS)
  expect([payment.status, payment.body.code]).toEqual([409, 'too_few_unseen'])
  expect(payment.body.message).toMatch(/bought its property, have it on a list of yours, or its owner asked us/)
})

test('leads on a list too few others at settlement: the package is refunded, as when they were bought before', async () => {
  const packageId = await aBackedPackage(store, { leads: 30 })
  const buyer = await aKnownBuyer({ isDeskOpen: false })
  await hold(buyer, packageId)
  const payment = await buyer.openPayment()
  await listFirst(buyer, packageId, 10)
  const { body: order } = await buyer.pay(payment.body)

  expect(order.status).toBe('refunded')
  expect(await ownedBy(order.id)).toEqual([])
})

test('leads on a list change nothing for someone who has not paid for leads, not even the answer about a full list', async () => {
  const packageId = await aBackedPackage(store, { leads: LEADS })
  const buyer = await aKnownBuyer({ hasLeads: false })
  await listFirst(buyer, packageId, 10)
  const held = await hold(buyer, packageId)
  const order = (await buyer.buy()).body

  expect(held).toHaveLength(LEADS)
  expect([order.status, (await ownedBy(order.id)).length]).toEqual(['completed', LEADS])
})

test('asking again and again whether enough leads are left shares a budget with changes of lists', async () => {
  const packageId = await aBackedPackage(store, { leads: LEADS })
  const buyer = await aKnownBuyer()
  await listFirst(buyer, packageId, 10)
  await hold(buyer, packageId)
  const parts = [customerKeyOf(store.ctx, buyer.contactInfo.email)]
  for (let change = 0; change < 19; change += 1)
    await countAttempts(store.ctx, [{ kind: 'own-list-change', parts, max: 20, windowMs: days(1) }])

  const codes = [(await buyer.openPayment()).body.code, (await buyer.openPayment()).body.code]

  expect(codes).toEqual(['too_few_unseen', undefined])
})

test('phones of a list that was added later are left out too, also where another was just in use', async () => {
  const packageId = await aBackedPackage(store, { leads: 120 })
  const buyer = await aKnownBuyer()
  const pool = await poolOf(packageId)
  const [first, added] = [pool.slice(0, 10), pool.slice(10, 40)]
  await listLeads(buyer, first, 'phone')
  expect(none(await hold(buyer, packageId), first)).toEqual([])
  await buyer.release(packageId)
  await listLeads(buyer, added, 'phone', 0)

  expectUnlisted(await hold(buyer, packageId), [...first, ...added])
})

test('a payment request’s customer gets none of the leads on their list', async () => {
  const packageId = await aBackedPackage(store, { leads: 80 })
  const customer = await aKnownBuyer({ isDeskOpen: false })
  const listed = await listFirst(customer, packageId, 40)
  await sendLink(await aRep(store), [packageId], { contactInfo: customer.contactInfo })

  const held = await store.sql`select lead_id::text from hold_leads join holds using (hold_id)
    where package_id = ${packageId} and state = 'live'`
  expectUnlisted(
    held.map(({ lead_id }) => lead_id),
    listed,
  )
})

test('a list of one buyer changes nothing for another, and none once it is removed', async () => {
  const packageId = await aBackedPackage(store, { leads: 120 })
  const [buyer, other] = [await aKnownBuyer(), await aKnownBuyer()]
  const listed = (await poolOf(packageId)).slice(0, 60)
  const listId = await listLeads(buyer, listed)

  expect(none(await hold(other, packageId), listed)).toHaveLength(LEADS)
  expect(none(await hold(buyer, packageId), listed)).toEqual([])
  await buyer.release(packageId)
  await buyer.call('DELETE', `/api/desk/own-lists/${listId}`)
  expect(none(await hold(buyer, packageId), listed)).toHaveLength(LEADS)
})

test('what a buyer bought before is left out where the desk is open', async () => {
  const packageId = await aBackedPackage(store, { leads: 2 * LEADS, tier: 'standard', ageDays: 40 })
  const buyer = await aKnownBuyer()
  const { body: order } = await buyer.buy(packageId)
  // Now all are sold once, and the buyer's come first.
  await aBuyer(store).buy(packageId)
  const held = await hold(buyer, packageId)

  expect(held).toHaveLength(LEADS)
  const owned = new Set(await ownedBy(order.id))
  expect(held.filter((id) => owned.has(id))).toEqual([])
})

/**
 * Links whose packages follow leads: what was held for a customer stays theirs, and no one pays for a property twice.
 */
import { beforeEach, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, type Client } from '#testing/builders.ts'
import { findLeadFaults, findShelfFaults } from '#testing/lead-faults.ts'
import { addLeads } from '#testing/leads.ts'
import { aContact, anotherRep, openLink, payLink, requestState, sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)
let rep: Client
beforeEach(async () => {
  rep = await anotherRep(store)
})

let properties = 0
async function stock(packageId: string, count: number, ageDays: number): Promise<void> {
  const leads = Array.from({ length: count }, (_, index) => ({ property: properties + index + 1, ageDays }))
  properties += count
  await addLeads(store, packageId, leads)
}

const resend = (client: Client, { id }: { id: string }) =>
  client.call('POST', `/api/sales/payment-requests/${id}/resend`, {})

/** The properties that are set aside for a request, or sold with it. */
async function propertiesOf({ token }: { token: string }): Promise<string[]> {
  const { rows } = await query(
    `with its as (
       select l.hold_id from payment_requests r join orders o using (order_id)
         join order_lines l on l.order_id = o.order_id and l.revision = o.revision where r.token = $1
     )
     select property_key from its join hold_leads using (hold_id) join leads using (lead_id)
     union all select property_key from its join order_leads using (hold_id) order by 1`,
    [token],
  )
  return rows.map((row) => row.property_key)
}

async function expectNoFaults(): Promise<void> {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  expect(await findShelfFaults(store.testDatabase.pool)).toEqual([])
  await expectStockIdentities(store.testDatabase)
}

test('a live link keeps its leads, even those past their time in the tier', async () => {
  const vip = '48001-vacant-vip-20'
  await stock(vip, 25, 2.99)
  const request = await sendLink(rep, [vip])
  const before = await propertiesOf(request)
  await openLink(aBuyer(store), request)
  store.clock.advance(minutes(90))
  await store.runTimers()
  const { status, body } = await resend(rep, request)

  expect([status, body.code]).toEqual([200, undefined])
  expect(before).toHaveLength(25)
  expect(await propertiesOf(body)).toEqual(before)
  await expectNoFaults()
  expect(await requestState(store, body)).toMatchObject({ live: 1 })
  expect((await payLink(store, body)).reply.body.status).toBe('paid')
  expect(await propertiesOf(body)).toEqual(before)
  await expectNoFaults()
})

test('an expired link is not resent by the rep who has since sold the customer too many of the remaining leads', async () => {
  const standard = '48005-vacant-standard-20'
  await stock(standard, 45, 40)
  const contactInfo = aContact()
  const request = await sendLink(rep, [standard], { contactInfo })
  const sold = await payLink(store, await sendLink(rep, [standard], { contactInfo }))
  expect(sold.reply.body.status).toBe('paid')
  store.clock.advance(hours(25))
  await store.runTimers()
  const { status, body } = await resend(rep, request)

  expect([status, body.code]).toEqual([409, 'payment_request_out_of_stock'])
  await expectNoFaults()
})

test('a customer who has since bought too many of the leads gets other leads, or is told before paying', async () => {
  const standard = '48007-vacant-standard-20'
  await stock(standard, 45, 40)
  const contactInfo = aContact()
  const request = await sendLink(rep, [standard], { contactInfo })
  const customer = aBuyer(store)
  Object.assign(customer.contactInfo, contactInfo)
  await customer.buy(standard)
  const refused = await openLink(customer, request)
  await expectNoFaults()
  await stock(standard, 5, 41)
  const paid = await payLink(store, request)

  expect([refused.status, refused.body.code]).toEqual([409, 'too_few_unseen'])
  expect(refused.body.message).toContain('Standard Junior Package')
  expect(paid.reply.body.status).toBe('paid')
  expect(await propertiesOf(request)).toHaveLength(25)
  await expectNoFaults()
})

test('whoever else has the link, and a rep who did not sell to the customer, get the same answers as for anyone', async () => {
  const standard = '48009-vacant-standard-20'
  await stock(standard, 30, 40)
  const contactInfo = aContact()
  const customer = aBuyer(store)
  Object.assign(customer.contactInfo, contactInfo)
  await customer.buy(standard)
  const request = await sendLink(rep, [standard], { contactInfo })
  const paid = await payLink(store, request)

  expect(paid.payment.clientSecret).toBeTruthy()
  const { rows } = await query('select state from orders where order_id = $1', [paid.payment.orderId])
  expect(rows).toEqual([{ state: 'refunded' }])
  expect(await propertiesOf(request)).toEqual([])
  await expectNoFaults()
})

test('a live link keeps its counted unit after its package starts to follow leads', async () => {
  const vip = '48021-vacant-vip-20'
  await store.setStock(vip, 5)
  const request = await sendLink(rep, [vip])
  await stock('48021-vacant-standard-20', 10, 40)
  const { status, body } = await resend(rep, request)

  expect([status, body.status]).toEqual([200, 'sent'])
  expect(await requestState(store, body)).toMatchObject({ live: 1 })
  await expectNoFaults()
  expect((await payLink(store, body)).reply.body.status).toBe('paid')
  await expectNoFaults()
})

/** What just happened to payment links, as their senders' screens learn it: within a second, on every node. */
import { expect, test } from 'vitest'
import { REQUEST_EVENTS_MINUTES } from '#contract/links/request-events.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { anotherRep, payLink, sendLink, VIP } from '#testing/payment-links.ts'
import { kindsOf, told, withWatchedLinks } from '#testing/watched-links.ts'

const { one, two, watch } = withWatchedLinks((store) => store.setStock(VIP, 500))

test('a rep whose links are watched learns that a customer chose Cash App, and that what was paid is delivered', async () => {
  const rep = await anotherRep(one)
  const request = await sendLink(rep, [VIP])
  const chosen = await watch(two, rep)
  await aBuyer(one).call('POST', `/api/payment-request/${request.token}/cash-app`)
  await told(chosen).toEqual([true])
  const { payment } = await payLink(one, request)
  const delivered = await watch(two, rep)
  const admin = await anAdmin(one)
  await admin.call('POST', `/api/admin/fulfilment/${payment.orderId}/1/delivered`, { note: 'Handed over' })
  await told(delivered).toEqual([true])

  expect((await kindsOf(rep)).sort()).toEqual(['cash_app', 'delivered', 'paid'])
})

test('a rep whose links are watched learns that a link has expired, and that its customer asks for a new one', async () => {
  const rep = await anotherRep(one)
  const request = await sendLink(rep, [VIP])
  const expired = await watch(two, rep)
  await one.pass(hours(24))
  await told(expired).toEqual([true])
  const asked = await watch(two, rep)
  await aBuyer(one).call('POST', `/api/payment-request/${request.token}/new-link`)
  await told(asked).toEqual([true])

  expect((await kindsOf(rep)).sort()).toEqual(['expired', 'new_link_asked'])
  one.clock.advance(minutes(REQUEST_EVENTS_MINUTES))
  expect(await kindsOf(rep)).toEqual([])
})

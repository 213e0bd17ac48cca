/** A buyer's webhook is told of answered claims, and gets the leads that replaced theirs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin, type Client } from '#testing/builders.ts'
import { answerClaims, claimLeads, claimsAt } from '#testing/claims.ts'
import { aBackedPackage, deliveryMailsTo, deliveryTokenIn, download } from '#testing/deliveries.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { openReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import { aBuyerWithWebhook } from '#testing/webhooks.ts'

const COUNTED = '48453-vacant-vip-20'

let store: TestApp
let admin: Client
let receiver: WebhookReceiver
beforeAll(async () => {
  store = await createTestApp({ env: { WEBHOOKS_TO_LOOPBACK: '1' } })
  await store.setStock(COUNTED, 900)
  admin = await anAdmin(store)
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await store.close()
})

test('each answered claim is told once, and a replacement comes as a lead of its own', async () => {
  const eventTypes = ['claim.answered', 'lead.delivered']
  const { buyer } = await aBuyerWithWebhook(store, { packageId: COUNTED, url: receiver.url, eventTypes })
  // One lead more than the package needs: the second claim gets store credit.
  const { body: order } = await buyer.buy(await aBackedPackage(store, { leads: 26 }))
  await store.runJobs()
  const token = deliveryTokenIn((await deliveryMailsTo(store, buyer.contactInfo.email))[0])
  await download(store, `/api/deliveries/${token}/1/csv`)
  const { packages } = await claimsAt(store, token)
  const [one, two, three] = packages[0].leads.map(({ leadId }: { leadId: string }) => leadId)
  await claimLeads(store, token, [one, two, three])
  receiver.calls.length = 0

  await answerClaims(admin, order.id, [one, two])
  await answerClaims(admin, order.id, [three], { isGranted: false, answer: 'We reached them.' })
  await answerClaims(admin, order.id, [one, two, three])
  await store.runJobs()

  const answers = receiver.calls.filter(({ type }) => type === 'claim.answered').map(({ data }) => data)
  const sent = receiver.calls.filter(({ type }) => type === 'lead.delivered').map(({ data }) => data.lead_id)
  expect(answers).toHaveLength(3)
  expect(sent).toHaveLength(1)
  const replaced = answers.filter(({ replacement_lead_id }) => replacement_lead_id !== null)
  expect(replaced).toEqual([
    expect.objectContaining({ state: 'granted', credit_cents: 0, replacement_lead_id: sent[0] }),
  ])
  expect(answers).toContainEqual(
    expect.objectContaining({ lead_id: three, state: 'denied', reason: 'wrong_number', answer: 'We reached them.' }),
  )
  expect(answers.filter(({ credit_cents }) => Number(credit_cents) > 0)).toHaveLength(1)
})

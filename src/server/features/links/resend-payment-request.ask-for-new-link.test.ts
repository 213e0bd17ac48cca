import { beforeAll, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, type Client } from '#testing/builders.ts'
import { anotherRep, sendLink } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const store = withStore()
let rep: Client
beforeAll(async () => {
  await store.setStock(VIP, 900)
  rep = await anotherRep(store)
})

const ask = ({ token }: { token: string }) => aBuyer(store).call('POST', `/api/payment-request/${token}/new-link`)
const messagesAbout = async ({ id }: { id: string }) =>
  (
    await store.testDatabase.pool.query(
      `select message_id from messages where subject_id = $1 and kind = 'new_link_asked'`,
      [id],
    )
  ).rows

test('requesting a new link tells the rep once, shows on the request, and changes nothing else', async () => {
  const request = await sendLink(rep, [VIP])
  store.clock.advance(hours(24))
  const seen = () => aBuyer(store).call('GET', `/api/payment-request/${request.token}`)
  const before = (await seen()).body
  const answers = await Promise.all([ask(request), ask(request), ask(request)])

  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { isAsked: true }]))
  expect(await messagesAbout(request)).toEqual([{ message_id: `new_link_asked.${request.id}` }])
  const invoice = (await rep.call('GET', `/api/invoices/${request.token}`)).body
  expect(invoice.newLinkAskedAt).not.toBeNull()
  expect(invoice.timeline.map(({ kind }: { kind: string }) => kind)).toContain('new_link_asked')
  expect(before.isNewLinkAsked).toBe(false)
  expect({ ...(await seen()).body, now: before.now }).toEqual({ ...before, isNewLinkAsked: true })
})

test('the email names the request and links to it', async () => {
  const request = await sendLink(rep, [VIP])
  const { body: me } = await rep.call('GET', '/api/me')
  store.clock.advance(hours(24))
  await ask(request)
  await store.runJobs()
  const mail = (await store.mailsTo(me.email)).find(({ subject }) => subject.includes(request.reference))
  expect(mail?.subject).toBe(`New payment link requested for ${request.reference}`)
  expect(mail?.text).toContain(`/invoice/${request.token}`)
})

test('a link that can still be paid sends no request, and an unknown one is not found', async () => {
  const request = await sendLink(rep, [VIP])
  expect((await ask(request)).body).toEqual({ isAsked: false })
  expect(await messagesAbout(request)).toEqual([])
  expect((await ask({ token: 'x'.repeat(request.token.length) })).status).toBe(404)
})

test('many presses at once, and more later, make one request', async () => {
  const request = await sendLink(rep, [VIP])
  store.clock.advance(hours(24))
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(request)))
  store.clock.advance(hours(30))
  answers.push(await ask(request))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
    new Set([JSON.stringify([200, { isAsked: true }])]),
  )
  expect(await messagesAbout(request)).toHaveLength(1)
})

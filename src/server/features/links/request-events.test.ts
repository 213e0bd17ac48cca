/** What just happened to payment links, as the screens of those who sent them learn it: within a second, on every node. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeRole } from '#server/features/members/log-in-at-issuer.ts'
import { aBuyer, anAdmin, aRep, Client } from '#testing/builders.ts'
import { EventReader } from '#testing/event-reader.ts'
import { anotherRep, openLink, payLink, reportLink, sendLink } from '#testing/payment-links.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let one: TestApp
let two: TestApp
const readers: EventReader[] = []
beforeAll(async () => {
  one = await createTestApp({ listen: true })
  two = await createTestApp({ listen: true, beside: one })
  await one.setStock(VIP, 500)
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(async () => {
  await two.close()
  await one.close()
})

/** A stream, and how many messages it had when it was watched: its first, and news of before that was still under way. */
interface Watcher {
  reader: EventReader
  had: number
}

/** Opens the stream of a member and waits for its first message. */
async function watch(node: TestApp, member: Client): Promise<Watcher> {
  const reader = await EventReader.open(`${node.url}/api/sales/live`, { cookie: member.cookie })
  readers.push(reader)
  await expect.poll(() => reader.events.length).toBeGreaterThan(0)
  return { reader, had: reader.events.length }
}

const told = (...watchers: Watcher[]) =>
  expect.poll(() => watchers.map(({ reader, had }) => reader.events.length > had), { timeout: 1_000 })

const kindsOf = async (member: Client): Promise<string[]> =>
  (await member.call('GET', '/api/sales/events')).body.events.map((event: { kind: string }) => event.kind)

describe('a rep whose links are watched', () => {
  test('learns on every node within a second that a customer opened a link, tried a card and paid', async () => {
    const rep = await anotherRep(one)
    const request = await sendLink(rep, [VIP], { contactInfo: { fullName: 'Ada Oak', email: 'ada@example.com' } })
    const customer = aBuyer(one)

    const opened = [await watch(one, rep), await watch(two, rep)]
    await customer.call('POST', `/api/payment-request/${request.token}/opened`)
    await told(...opened).toEqual([true, true])

    const declined = await watch(two, rep)
    const payment = (await openLink(customer, request)).body
    await customer.confirm(payment, 'pm_card_visa_chargeDeclined')
    await reportLink(customer, request, payment.paymentId)
    await told(declined).toEqual([true])

    const paid = await watch(two, rep)
    await payLink(one, request)
    await told(paid).toEqual([true])

    const { events } = (await rep.call('GET', '/api/sales/events')).body
    expect(events.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['declined', 'opened', 'paid'])
    expect(events[0]).toMatchObject({ customerName: 'Ada Oak', token: request.token, total: request.total })
    expect(await kindsOf(await anAdmin(two))).toEqual(expect.arrayContaining(['declined', 'opened', 'paid']))
  })

  test('does not learn about other reps', async () => {
    const [rep, other] = [await anotherRep(one), await anotherRep(one)]
    const request = await sendLink(rep, [VIP])
    const [own, others] = [await watch(one, rep), await watch(one, other)]

    await aBuyer(one).call('POST', `/api/payment-request/${request.token}/opened`)

    await told(own).toEqual([true])
    expect(others.reader.events).toHaveLength(1)
    expect(await kindsOf(other)).toEqual([])
  })
})

const idOf = async (member: Client): Promise<string> => (await member.call('GET', '/api/me')).body.id

describe('the stream', () => {
  let admin: Client
  beforeAll(async () => {
    admin = await anAdmin(one)
  })

  test('says no more than that something changed, and is refused without login', async () => {
    const rep = await anotherRep(one)
    const { reader } = await watch(one, rep)
    expect(reader.text).toMatch(/^retry: 2000\n\nevent: changed\ndata: \{"version":"[\w-]{43}"\}\n\n$/)

    const refused = await EventReader.open(`${one.url}/api/sales/live`)
    readers.push(refused)

    expect(refused.reply.statusCode).toBe(401)
    expect((await new Client(one).call('GET', '/api/sales/events')).status).toBe(401)
  })

  test.each<[how: string, end: (rep: Client) => Promise<unknown>]>([
    ['they log out', (rep) => rep.call('POST', '/api/logout')],
    ['they are removed from the team', async (rep) => admin.call('DELETE', `/api/admin/users/${await idOf(rep)}`)],
    [
      'their role changes',
      async (rep) => one.database.run(changeRole, { userId: await idOf(rep), role: 'admin', now: one.clock.now() }),
    ],
  ])('ends with its session, on every node, when %s', async (_how, end) => {
    const rep = await anotherRep(one)
    const watched = await Promise.all([watch(one, rep), watch(two, rep)])
    const untouched = await watch(two, await aRep(one))

    await end(rep)

    await Promise.all(watched.map(({ reader }) => reader.ended))
    expect(untouched.reader.reply.destroyed).toBe(false)
  })
})

/** What just happened to payment links, as their senders' screens learn it: within a second, on every node. */
import { describe, expect, test } from 'vitest'
import { changeRole } from '#server/features/members/log-in-at-issuer.ts'
import { aBuyer, adminOf, anAdmin, aRep, type Client, idOf } from '#testing/builders.ts'
import { anotherRep, openLink, payLink, reportLink, sendLink, VIP } from '#testing/payment-links.ts'
import { kindsOf, told, withWatchedLinks } from '#testing/watched-links.ts'

const { one, two, watch } = withWatchedLinks((store) => store.setStock(VIP, 500))

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

describe('the stream', () => {
  const admin = adminOf(one)

  test('says no more than that something changed', async () => {
    const { reader } = await watch(one, await anotherRep(one))
    expect(reader.text).toMatch(/^retry: 2000\n\nevent: changed\ndata: \{"version":"[\w-]{43}"\}\n\n$/)
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

/** Editions of the texts: what buyers read, what an order was paid under, and who may change it. */
import { expect, test } from 'vitest'
import { LEGAL_NAMES, type LegalName } from '#contract/admin/page-names.ts'
import type { LegalText, LegalTexts } from '#contract/legal/legal.ts'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, adminOf, aRep, Client, type Reply } from '#testing/builders.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { factsOf, recordShipped } from './publish-edition.ts'
import { writePlainText } from './show-text.ts'

const store = withStore({}, (opened) => opened.setStock(VIP, 100))
const admin = adminOf(store)

const read = async (name: LegalName, edition?: number): Promise<LegalText> =>
  (await new Client(store).call('GET', `/api/texts/${name}${edition ? `?edition=${edition}` : ''}`)).body
const list = async (): Promise<LegalTexts> => (await admin.call('GET', '/api/admin/texts')).body
const editionOf = async (name: LegalName): Promise<number> =>
  (await list()).texts.find((one) => one.name === name)?.edition ?? 0
const send = (name: LegalName, text: string, before: number, client = admin): Promise<Reply> =>
  client.call('PUT', `/api/admin/texts/${name}`, { text, before })
const publish = async (name: LegalName, text: string): Promise<number> => {
  const { status, body } = await send(name, text, await editionOf(name))
  expect([status, body]).toMatchObject([200, expect.any(Object)])
  return (await read(name)).edition
}
const entries = async () => (await admin.call('GET', '/api/admin/audit?action=text_published')).body

test('a new store has all texts, filled with its own facts and marked as not reviewed', async () => {
  for (const name of LEGAL_NAMES) {
    const { text, isCurrent } = await read(name)
    expect(text).not.toContain('{{')
    expect(text.length).toBeGreaterThan(1_000)
    expect(isCurrent).toBe(true)
  }
  const { text } = await read('terms')
  for (const words of ['within 14 days', 'up to 20% of a package', 'VIP leads are yours alone', '24 hours', '10%'])
    expect(text).toContain(words)
})

test('a changed setting changes the texts at once, and an earlier edition keeps what was true then', async () => {
  const before = (await read('terms')).edition
  const changes = [{ name: 'claimDays', before: 14, after: 21 }]
  expect((await admin.call('PUT', '/api/admin/settings', { changes })).status).toBe(200)
  const now = await read('terms')
  expect([now.edition, now.text.includes('within 21 days')]).toEqual([before + 1, true])
  const then = await read('terms', before)
  expect([then.edition, then.text.includes('within 14 days'), then.isCurrent]).toEqual([before, true, false])

  const off = [{ name: 'claimDays', before: 21, after: 0 }]
  await admin.call('PUT', '/api/admin/settings', { changes: off })
  expect((await read('terms')).text).not.toContain('report a bad lead')
  expect((await read('privacy', before)).isCurrent).toBe(true)
  // Of no interest to the texts.
  const other = [{ name: 'usualCommissionBps', before: 1_000, after: 900 }]
  await admin.call('PUT', '/api/admin/settings', { changes: other })
  expect((await read('terms')).edition).toBe(before + 2)
})

test('publishing makes one new edition, which the audit log names; the same text again changes nothing', async () => {
  const before = await editionOf('refunds')
  const latest = (await read('refunds')).edition
  const told = (await entries()).length
  expect(await publish('refunds', '# New\n\nMoney back within {{claimDays}}.\n\nAlways.')).toBe(latest + 1)
  const { status } = await send('refunds', ' # New\r\n\r\nMoney back within {{claimDays}}.\n\nAlways.\n', before)
  expect(status).toBe(200)
  expect(await read('refunds')).toMatchObject({ edition: latest + 1, text: '# New\n\n\nAlways.' })
  const [entry, ...others] = await entries()
  expect(others).toHaveLength(told)
  expect(entry).toMatchObject({ subject: 'Refunds', memberName: 'Ada Admin', after: { edition: latest + 1 } })
  expect((await list()).publications[0]).toMatchObject({
    name: 'refunds',
    edition: latest + 1,
    publishedBy: 'Ada Admin',
  })
})

test('of two administrators who edited the same edition, one publishes, and the other is told who was faster', async () => {
  const before = await editionOf('privacy')
  const replies = await Promise.all(['Words of one.', 'Words of another.'].map((text) => send('privacy', text, before)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = replies.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'setting_changed',
    message: expect.stringMatching(/^Ada Admin just published edition \d+ of “Privacy”\. Nothing was published/),
  })
  // Of another text, an edition takes nothing away.
  expect((await send('terms', 'Our terms.', await editionOf('terms'))).status).toBe(200)
})

test('ten publications at once get ten editions without a gap, each later than the one before', async () => {
  const first = (await read('terms')).edition
  const names = Array.from({ length: 10 }, (_, place) => LEGAL_NAMES[place % 4] ?? 'terms')
  const replies = await Promise.all(
    names.map(async (name, place) => send(name, `Text ${place}.`, await editionOf(name))),
  )
  const done = replies.filter(({ status }) => status === 200).length
  const rows =
    await store.sql`select edition, published_at from legal_editions where edition > ${first} order by edition`
  expect(rows.map(({ edition }) => edition)).toEqual(Array.from({ length: done }, (_, place) => first + 1 + place))
  expect(rows.map(({ published_at }) => published_at)).toEqual(rows.map(({ published_at }) => published_at).sort())
  expect(done).toBeGreaterThanOrEqual(4)
})

test('an order was paid under the edition published last before it, whatever is published later', async () => {
  const paidUnder = async (token: string) => {
    const { paidAt } = (await new Client(store).call('GET', `/api/orders/${token}`)).body
    return (await new Client(store).call('GET', `/api/texts?at=${paidAt}`)).body.edition
  }
  const old = await publish('terms', 'The old words.')
  store.clock.advance(minutes(1))
  const { body: first } = await aBuyer(store).buy(VIP)
  store.clock.advance(minutes(1))
  const young = await publish('terms', 'The new words.')
  const { body: second } = await aBuyer(store).buy(VIP)

  expect([await paidUnder(first.token), await paidUnder(second.token)]).toEqual([old, young])
  expect(await read('terms', old)).toMatchObject({ text: 'The old words.', isCurrent: false })
  expect((await new Client(store).call('GET', '/api/texts?at=2001-01-01T00:00:00.000Z')).body.edition).toBeNull()
})

test('an edition cannot be changed or deleted, not even in the database', async () => {
  await expect(store.sql`update legal_editions set body = 'x'`).rejects.toThrow('append only')
  await expect(store.sql`delete from legal_editions`).rejects.toThrow('append only')
})

test('a start records the texts and facts of its release once, and never over what an administrator published', async () => {
  await publish('refunds', 'Ours alone.')
  const { edition } = await read('terms')
  const { ctx } = store
  await recordShipped(ctx)
  expect((await read('terms')).edition).toBe(edition)
  await recordShipped({ ...ctx, config: { ...ctx.config, supportPhone: '(512) 555-0199' } })
  expect((await read('refunds')).text).toBe('Ours alone.')
  expect((await list()).facts.phone).toBe('(512) 555-0199')
})

test.each([
  ['nothing but spaces', ' \n ', 400],
  ['a fact that the store does not have', 'See {{password}}.', 400],
  ['a text that is too long', 'x'.repeat(40_001), 400],
  ['a megabyte', 'x'.repeat(1_000_000), 413],
  ['a character that cannot be stored', 'a\0b', 400],
])('%s is refused, and nothing changes', async (_what, text, status) => {
  const { edition } = await read('using-leads')
  const reply = await send('using-leads', text, await editionOf('using-leads'))
  expect([reply.status, (await read('using-leads')).edition]).toEqual([status, edition])
})

test('hostile text reaches readers without scripts only as text', async () => {
  await publish(
    'using-leads',
    '# <img src=x onerror=alert(1)>\n\n</noscript><script>alert(1)</script>\n\n- [x](javascript:alert)',
  )
  const html = await writePlainText(store.ctx, '/using-leads/')
  expect(html).toContain('&lt;/noscript&gt;&lt;script&gt;')
  expect(html).not.toMatch(/<(script|img|\/noscript)|href="javascript/)
  expect(await writePlainText(store.ctx, '/leads')).toBe('')
})

test('only administrators read and publish what is edited', async () => {
  for (const client of [aBuyer(store), await aRep(store)]) {
    expect([401, 403]).toContain((await client.call('GET', '/api/admin/texts')).status)
    expect([401, 403]).toContain((await send('terms', 'Mine.', 1, client)).status)
  }
})

test('facts are the words of the settings, and empty for what the store does not offer', () => {
  const { config } = store.ctx
  expect(factsOf({ ...config, claimDays: 1, linkHours: 1, holdMinutes: 4.5 })).toMatchObject({
    claimDays: '1 day',
    linkTime: '1 hour',
    holdTime: '4.5 minutes',
  })
  const none = { ...config, claimShareBps: 0, lateCreditBps: 0, returningCreditBps: 0, cashAppHandle: '' }
  expect(factsOf(none)).toMatchObject({
    claimDays: '',
    claimShare: '',
    lateCredit: '',
    returningCredit: '',
    cashApp: '',
  })
})

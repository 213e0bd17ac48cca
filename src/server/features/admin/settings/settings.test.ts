/** Changed settings apply at once, on every node, to whatever is created from then on. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Setting, type SettingName, settingProblem } from '#contract/admin/settings.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { formatMailTime, hours } from '#server/platform/clock.ts'
import { aBuyer, adminOf, aRep, Client, prove, type Reply } from '#testing/builders.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { createTestApp } from '#testing/test-app.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const store = withStore({}, (opened) => opened.setStock(VIP, 500))
const other = withStore({ beside: store })
const admin = adminOf(store)
beforeAll(() => prove(admin))
/** Back to the defaults, without a word in the log. */
afterEach(async () => {
  await store.sql`delete from settings`
  await Promise.all([store.app.settings.reload(), other.app.settings.reload()])
})

const to = (email: string) => ({ contactInfo: { fullName: 'Cora Customer', email } })

type Change = { name: string; before: unknown; after: unknown }
const save = (...changes: Change[]): Promise<Reply> => admin.call('PUT', '/api/admin/settings', { changes })
const ok = async (...changes: Change[]): Promise<Setting[]> => {
  const { status, body } = await save(...changes)
  expect([status, body]).toMatchObject([200, expect.any(Array)])
  return body
}
const read = async (client = admin): Promise<Setting[]> => (await client.call('GET', '/api/admin/settings')).body
const settingOf = async (name: SettingName): Promise<Setting | undefined> =>
  (await read()).find((one) => one.name === name)
const config = async (node = store) => (await new Client(node).call('GET', '/api/config')).body
const log = async () => (await admin.call('GET', '/api/admin/audit?action=settings_changed')).body

describe('a changed setting', () => {
  test('applies at once here and within a second on another node, and shows who changed it', async () => {
    const saved = await ok(
      { name: 'brandName', before: 'Leadyard', after: '  Plat & Co. ' },
      { name: 'cashAppHandle', before: '$leadyard', after: '' },
    )
    expect(saved.find(({ name }) => name === 'brandName')).toEqual({
      name: 'brandName',
      value: 'Plat & Co.',
      defaultValue: 'Leadyard',
      isDefault: false,
      changedAt: expect.any(String),
      changedBy: 'Ada Admin',
    })
    expect(await config()).toMatchObject({ brand: 'Plat & Co.', cashApp: null })
    await expect.poll(() => config(other), { timeout: 1_000 }).toMatchObject({ brand: 'Plat & Co.', cashApp: null })
  })

  test('for the hold time applies only to new holds', async () => {
    const early = aBuyer(store)
    const { body: before } = await early.reserve(VIP)
    await ok({ name: 'holdMinutes', before: 30, after: 4.5 })
    store.clock.freeze()
    const now = store.clock.now().getTime()
    const { body: after } = await aBuyer(store).reserve(VIP)
    store.clock.thaw()
    expect(Date.parse(after.expiresAt) - now).toBe(4.5 * 60_000)
    const { body: cart } = await early.call('GET', '/api/cart')
    expect(cart.lines[0].expiresAt).toBe(before.expiresAt)
  })

  test('for the link time applies only to new links, and emails of older links keep their time', async () => {
    const rep = await aRep(store)
    const early = await sendLink(rep, [VIP], to('early@example.com'))
    await ok({ name: 'linkHours', before: 24, after: 2 })
    const late = await sendLink(rep, [VIP], to('late@example.com'))
    await store.runJobs()
    const lives = [early, late].map(({ createdAt, expiresAt }) => Date.parse(expiresAt) - Date.parse(createdAt))
    expect(lives).toEqual([hours(24), hours(2)])
    const end = ({ expiresAt }: Reply['body']) => formatMailTime(new Date(expiresAt), USUAL_STORE_ZONE)
    expect((await store.mailsTo('early@example.com'))[0]?.text).toContain(end(early))
    expect((await store.mailsTo('late@example.com'))[0]?.text).toContain(end(late))
  })

  test('for the time zone applies to the days of new sales, not to recorded ones', async () => {
    // Half past five in UTC is after midnight in New York and before it in Phoenix, in summer and in winter.
    const nowMs = store.clock.now().getTime()
    const dayMs = hours(24)
    store.clock.advance(Math.ceil((nowMs - hours(5.5)) / dayMs) * dayMs + hours(5.5) - nowMs)
    const rep = await aRep(store)
    await payLink(store, await sendLink(rep, [VIP]))
    await ok({ name: 'timeZone', before: 'America/New_York', after: 'America/Phoenix' })
    await payLink(store, await sendLink(rep, [VIP]))
    const [later, earlier] = ['America/New_York', 'America/Phoenix'].map((zone) => storeDayOf(store.clock.now(), zone))
    const rows = await store.sql`select day::text from sale_entries order by at, order_id`
    expect(rows.map(({ day }) => day)).toEqual([later, earlier])
    const overview = await admin.call('GET', `/api/admin/sales-overview?from=${earlier}&to=${later}`)
    expect(overview.body).toMatchObject({ timeZone: 'America/Phoenix', total: { orders: 2 } })
    expect(await config()).toMatchObject({ timeZone: 'America/Phoenix' })
  })

  test('for the usual commission applies only to new reps, and administrators start with none', async () => {
    await ok({ name: 'usualCommissionBps', before: 1000, after: 1275 })
    const person = { username: 'Nora New', password: 'granite-otter-58' }
    const rep = await admin.call('POST', '/api/admin/users', { ...person, email: 'nora@example.com', role: 'sales' })
    await prove(admin)
    const boss = await admin.call('POST', '/api/admin/users', { ...person, email: 'boss@example.com', role: 'admin' })
    expect([rep.body.commissionRate, boss.body.commissionRate]).toEqual([12.75, 0])
    const { body: members } = await admin.call('GET', '/api/admin/users')
    expect(members).toContainEqual(expect.objectContaining({ username: 'Rob Rep', commissionRate: 10 }))
  })

  test('is logged with before and after', async () => {
    await ok({ name: 'holdMinutes', before: 30, after: 1 }, { name: 'usualCommissionBps', before: 1000, after: 0 })
    expect((await log())[0]).toMatchObject({
      memberName: 'Ada Admin',
      subject: 'Hold time, Commission of a new rep',
      before: { 'Hold time': '30 minutes', 'Commission of a new rep': '10%' },
      after: { 'Hold time': '1 minute', 'Commission of a new rep': '0%' },
      note: null,
    })
  })
})

test('saved settings apply after a restart; the environment stays the default', async () => {
  await ok({ name: 'holdMinutes', before: 30, after: 12 })
  const restarted = await createTestApp({ beside: store, settings: { holdMinutes: 50, brandName: 'Else' } })
  expect(await config(restarted)).toMatchObject({ holdMinutes: 12, brand: 'Else' })
  const { body } = await admin.at(restarted).call('GET', '/api/admin/settings')
  expect(body).toContainEqual(expect.objectContaining({ name: 'holdMinutes', value: 12, defaultValue: 50 }))
  await restarted.close()
})

test('resetting to the default deletes the saved value and is logged', async () => {
  await ok({ name: 'brandName', before: 'Leadyard', after: 'Plat' })
  await ok({ name: 'brandName', before: 'Plat', after: null })
  expect(await settingOf('brandName')).toMatchObject({ value: 'Leadyard', isDefault: true, changedBy: null })
  expect((await config()).brand).toBe('Leadyard')
  expect((await log())[0]).toMatchObject({
    note: 'Back to the default: Brand name',
    after: { 'Brand name': 'Leadyard' },
  })
})

test('a simultaneous change is refused if a colleague changed a setting first, and none of it is saved', async () => {
  await ok({ name: 'holdMinutes', before: 30, after: 20 })
  const { status, body } = await save(
    { name: 'brandName', before: 'Leadyard', after: 'Plat' },
    { name: 'holdMinutes', before: 30, after: 10 },
  )
  expect([status, body]).toMatchObject([409, { code: 'setting_changed', details: { field: 'holdMinutes', now: 20 } }])
  expect(body.message).toContain('Ada Admin just changed “Hold time”: it is now 20 minutes')
  expect((await config()).brand).toBe('Leadyard')
})

test('a simultaneous change on two nodes succeeds for one, and the other is refused', async () => {
  const twin = admin.at(other)
  const body = (after: string) => ({
    changes: [{ name: 'subsidiary', before: 'Real-estate leads by county', after }],
  })
  const replies = await Promise.all([
    admin.call('PUT', '/api/admin/settings', body('One')),
    twin.call('PUT', '/api/admin/settings', body('Two')),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const won = replies[0]?.status === 200 ? 'One' : 'Two'
  expect(await settingOf('subsidiary')).toMatchObject({ value: won })
  await expect.poll(async () => (await config(other)).subsidiary, { timeout: 1_000 }).toBe(won)
})

test('an invalid change is refused with the name of the field, and none of it is saved', async () => {
  const wrong: Readonly<Partial<Record<SettingName, readonly (string | number)[]>>> = {
    brandName: ['', 'Evil\r\nBcc: all@example.com', 'Plat <boss@example.com>', 'x'.repeat(61)],
    subsidiary: ['a\u2028b'],
    supportEmail: ['nobody', 'a@example.com, b@example.com'],
    vipGroupUrl: ['javascript:alert(1)', 'example.com'],
    cashAppHandle: ['two words'],
    holdMinutes: [0.5, 121, 1.25, '20'],
    linkHours: [0, 720.5, 1e308],
    timeZone: ['Mars/Olympus', '+05:00'],
    usualCommissionBps: [10_001, 12.5],
    vipCap: [0, 21, 1.5, -1],
  }
  for (const [name, values] of Object.entries(wrong))
    for (const after of values)
      expect([name, after, settingProblem(name as SettingName, after)]).toEqual([name, after, expect.any(String)])
  const standing = await read()

  const { status, body } = await save(
    { name: 'linkHours', before: 24, after: 12 },
    { name: 'holdMinutes', before: 30, after: 121 },
  )

  expect([status, body]).toMatchObject([400, { code: 'setting_invalid', details: { field: 'holdMinutes' } }])
  expect(body.message).toMatch(/[a-z]: .*\.$/)
  expect(await read()).toEqual(standing)
})

test('an invalid change is an empty list, an unknown or duplicate setting, or one without values', async () => {
  for (const changes of [[], [{ name: 'isProduction', before: false, after: true }], [{ name: 'brandName' }], 'all'])
    expect((await admin.call('PUT', '/api/admin/settings', { changes })).status).toBe(400)
  const twice = { name: 'holdMinutes', before: 30, after: 20 }
  expect((await save(twice, { ...twice, after: 25 })).body).toMatchObject({ code: 'setting_invalid' })
})

test('every default can be saved as it is', async () => {
  for (const { name, defaultValue } of await read()) expect(settingProblem(name, defaultValue), name).toBeUndefined()
})

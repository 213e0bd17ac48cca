import { beforeAll, expect, it, test } from 'vitest'
import type { Setup, SetupStepName } from '#contract/admin/setup.ts'
import { hours } from '#server/platform/clock.ts'
import { aBuyerWith, adminOf } from '#testing/builders.ts'
import { aBackedPackage } from '#testing/deliveries.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import { readSetup } from './read-setup.ts'

const PATH = '/api/admin/setup'

const store = withStore({ env: { DEMO: '0' } })
const admin = adminOf(store)
beforeAll(() => store.sql`update users set disabled_at = now() where role = 'sales'`)

const doneOf = (setup: Setup): SetupStepName[] => setup.steps.flatMap(({ name, isDone }) => (isDone ? [name] : []))
const done = async () => doneOf((await admin.call('GET', PATH)).body)

test('a new store has nothing done, and needs no DNS for its example sender', async () => {
  const { status, body } = await admin.call('GET', PATH)
  expect(status).toBe(200)
  expect(doneOf(body)).toEqual([])
  expect(body).toMatchObject({ mailRecords: [], isDemo: false, onSale: null })
})

test('stock, a changed price, a rep and a sale tick their steps; leads that fill no package say what they lack', async () => {
  await aBackedPackage(store, { leads: 19, ageDays: 15, tier: 'premium' })
  expect((await admin.call('GET', PATH)).body.short).toMatch(/^19 Premium leads make 0 .* The smallest needs 2\d/)
  await store.setStock(VIP, 5)
  expect((await admin.call('GET', PATH)).body.onSale).toEqual({ state: 'Texas', county: 'Travis' })
  expect(await done()).toEqual(['stock'])
  await admin.call('PUT', '/api/admin/pricing', { leadType: 'vacant', tier: 'vip', size: 20, basePrice: 310 })
  expect(await done()).toEqual(['stock', 'prices'])
  await store.sql`update users set disabled_at = null where role = 'sales'`
  expect(await done()).toEqual(['stock', 'prices', 'rep'])
})

test('an order that was paid ticks the test purchase; one that waits does not', async () => {
  await aBuyerWith(store, VIP)
  expect(await done()).not.toContain('purchase')
})

const confirm = (isConfirmed: boolean, step = 'backup') => admin.call('PUT', `${PATH}/${step}`, { isConfirmed })
const entries = async () =>
  (await store.sql`select count(*)::int as count from audit_entries where action = 'setup_confirmed'`)[0].count

it('confirming ticks a step, can be taken back, and is recorded once', async () => {
  const before = await entries()
  await Promise.all(Array.from({ length: 10 }, () => confirm(true)))
  expect(await done()).toContain('backup')
  expect(await entries()).toBe(before + 1)
  expect((await confirm(false)).status).toBe(200)
  expect((await confirm(false)).status).toBe(200)
  expect(await done()).not.toContain('backup')
  expect(await entries()).toBe(before + 2)
})

test('the texts that came with the store are reviewed once an administrator has published each of them', async () => {
  const { texts } = (await admin.call('GET', '/api/admin/texts')).body
  for (const { name, text, edition } of texts) {
    expect(await done()).not.toContain('policies')
    await admin.call('PUT', `/api/admin/texts/${name}`, { text, before: edition })
  }
  expect(await done()).toContain('policies')
})

test('what the environment and the settings connect ticks its steps', async () => {
  const { ctx } = store
  const config = {
    ...ctx.config,
    connections: { ...ctx.config.connections, mail: 'kept' as const, texts: 'environment' as const },
    mailFrom: 'Leads <sales@leads.store>',
  }
  const lookUp = async (host: string) =>
    host === 'leads.store' ? [['v=spf1 -all']] : host.startsWith('_dmarc.') ? [['v=DMARC1; p=none']] : [['p=A']]
  expect(doneOf(await readSetup({ ...ctx, config }, lookUp))).toEqual(
    expect.arrayContaining(['mail', 'mail_records', 'texts']),
  )

  const silent = async (): Promise<string[][]> => {
    throw new Error('DNS is down')
  }
  const states = async (mailFrom: string) =>
    (await readSetup({ ...ctx, config: { ...config, mailFrom } }, silent)).mailRecords.map(({ state }) => state)
  store.clock.advance(hours(2))
  expect(await states('sales@leads.store'), 'what was found stays').toEqual(['found', 'found', 'found'])
  expect(await states('sales@another.store')).toEqual(['unknown', 'unknown', 'unknown'])
})

/** Low stock: the list, and the one email about each crossing. */
import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, type Reply } from '#testing/builders.ts'
import { ALL_PACKAGES, lowStockMails, setTo, stockChanger, tellLowStock } from '#testing/stock-changes.ts'
import { REP } from '#testing/test-app.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const OTHER = '48453-vacant-vip-30'

const store = withStore()
const { admin, changeNow } = stockChanger(store)

const look = () => tellLowStock(store)
const mails = () => lowStockMails(store)
/** Advances past the time in which alerts are gathered. */
const quarterLater = () => store.clock.advance(minutes(16))
const low = (query = ''): Promise<Reply> => admin.call('GET', `/api/admin/stock/low?${query}`)

test('the email about low stock is sent once per crossing, and again only after stock rose above 10', async () => {
  await store.setStock(VIP, 11)
  await look()
  expect(await mails()).toEqual([])

  await aBuyer(store).reserve(VIP)
  await look()
  await look()
  quarterLater()
  await look()
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('1 package is running low')
  expect(mail?.text).toContain('VIP Junior Package, Vacant Houses')
  expect(mail?.text).toContain('Travis, Texas: 10 left')
  expect(mail?.text).toContain('http://store.test/admin-enhanced?tab=inventory')

  await store.setStock(VIP, 3)
  await look()
  expect(await mails()).toHaveLength(1)

  await store.setStock(VIP, 40)
  await store.setStock(VIP, 0)
  await look()
  expect((await mails()).map(({ text }) => text.includes('Travis, Texas: sold out'))).toEqual([true, false])
  expect((await store.mailsTo(REP.email)).filter(({ subject }) => subject.includes('low'))).toEqual([])
})

test('the list of low stock shows counties that sell most, then the lowest, in pages, without unlimited packages, for the store or a state', async () => {
  for (const [state, value] of [
    ['Texas', 50],
    ['Delaware', 4],
  ] as const)
    await changeNow({ ...ALL_PACKAGES, areas: [{ state, county: null }] }, setTo(value))
  await store.setStock(VIP, 0)
  await store.setStock(OTHER, 10)
  await store.sql`insert into sale_figures (dimension, value, day, orders, packages, leads, sold_cents, refunded_cents)
    select 'county', '48453', ${store.clock.now()}::date - ago, 1, packages, 0, 0, 0 from (values (1, 3), (40, 500)) f (ago, packages)`
  await store.setStock('48453-vacant-vip-50', 11)
  await store.setStock('48453-vacant-vip-100', 1200)

  const texas = await low('state=Texas')
  const page = await low('limit=2&left=some')
  const next = await low(`limit=2&left=some&cursor=${page.headers['x-next-cursor']}`)

  expect(texas.body).toEqual([
    {
      packageId: VIP,
      state: 'Texas',
      county: 'Travis',
      leadType: 'vacant',
      tier: 'vip',
      size: 20,
      available: 0,
      isFromLeads: false,
      sold: 3,
    },
    expect.objectContaining({ packageId: OTHER, available: 10 }),
  ])
  expect((await low('state=Texas&left=none')).body).toHaveLength(1)
  expect([...page.body, ...next.body].map(({ available }) => available)).toEqual([10, 4, 4, 4])
  expect(new Set([...page.body, ...next.body].map(({ packageId }) => packageId)).size).toBe(4)
  expect((await low('state=Atlantis')).body.code).toBe('unknown_state')
  expect((await low(`cursor=${Buffer.from('["low-stock","x","","1","y"]').toString('base64url')}`)).body.code).toBe(
    'bad_request',
  )
})

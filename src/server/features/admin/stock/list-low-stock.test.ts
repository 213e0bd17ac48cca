/** Stock that fell, where it follows from leads: four sizes, one alert. */
import { expect, test } from 'vitest'
import type { AttentionPart } from '#contract/admin/attention.ts'
import { adminOf } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { lowStockMails, tellLowStock } from '#testing/stock-changes.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const SIZES = ['20', '30', '50', '100'].map((size) => VIP.replace(/20$/, size))
const COUNTED = '48201-vacant-vip-20'
const PATH = '/api/admin/stock/fallen'

const store = withStore()
const admin = adminOf(store)

const look = () => tellLowStock(store)
const mails = () => lowStockMails(store)
let property = 0
const importLeads = (count: number) =>
  addLeads(
    store,
    VIP,
    Array.from({ length: count }, () => {
      property += 1
      return { property, ageDays: 1 }
    }),
  )
const attention = async () =>
  (await admin.call('GET', '/api/admin/attention')).body.parts.find(({ kind }: AttentionPart) => kind === 'low_stock')

test('packages sharing leads are one line, one alert and one row; each counted package has its own', async () => {
  for (const packageId of [...SIZES, COUNTED]) await store.setStock(packageId, 40)
  await look()
  await importLeads(46)
  await store.setStock(COUNTED, 3)

  await look()

  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('1 package and 1 lead list are running low')
  expect(mail?.text.match(/VIP Enterprise Package, Vacant Houses/g)).toHaveLength(1)
  expect(mail?.text).toContain('Travis, Texas: sold out (all sizes share 46 leads)')
  expect(mail?.text).toContain('Harris, Texas: 3 left')
  expect(mail?.text).toContain('http://store.test/admin-enhanced?tab=inventory&left=fallen')
  expect(await attention()).toMatchObject({
    count: 2,
    items: [
      { words: 'VIP Enterprise Package, Vacant Houses, Travis, Texas', note: 'Sold out (all sizes share 46 leads)' },
      { words: 'VIP Junior Package, Vacant Houses, Harris, Texas', note: '3 left' },
    ],
  })
  const travis = { state: 'Texas', county: 'Travis', leadType: 'vacant', tier: 'vip' }
  const pools = { premier: 0, premium: 0, standard: 0 }
  expect((await admin.call('GET', '/api/admin/stock/backed/Texas/Travis')).body).toEqual([
    { leadType: 'vacant', tier: 'vip', leads: 46 },
    ...Object.entries(pools).map(([tier, leads]) => ({ leadType: 'vacant', tier, leads })),
  ])
  expect((await admin.call('GET', PATH)).body).toEqual([
    { ...travis, packageId: '48453-vacant-vip-100', size: null, available: 0, leads: 46 },
    { ...travis, county: 'Harris', packageId: COUNTED, size: 20, available: 3, leads: null },
  ])

  await store.setStock(COUNTED, 40)
  await store.sql`update packages set lead_units = 20 where package_id = any(${SIZES})`
  expect((await admin.call('GET', PATH)).body).toEqual([])
  expect(await attention()).toMatchObject({ count: 0 })
})

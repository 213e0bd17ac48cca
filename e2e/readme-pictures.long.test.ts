/** The screens that README.md shows, in a store with the demo's data. They are written only if `PICTURES` asks for them. */
import { expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { memberOf, payLink, type SentLink, sendLink } from './support/members.ts'
import { picture } from './support/picture.ts'
import { addToCart, moveToForm, packageRow, payButton } from './support/shopping.ts'
import { ADMIN, REPS, withStore } from './support/store.ts'
import { openAs, openDashboard } from './support/team.ts'

const { openPage } = withBrowser()
const store = withStore({ DEMO: '1' })
const HOUR_MS = 3_600_000
const COUNTY = '/leads?state=Texas&county=Travis'

test('home page, county and cart', async () => {
  const page = await openPage(store)
  await page.goto('/')
  await page.getByRole('cell', { name: '$299' }).first().waitFor()
  await picture(page, 'home-top', { width: 1440, theme: 'dark' })
  await page.goto(COUNTY)
  await packageRow(page, 'VIP Junior Package').getByRole('button', { name: 'Add to Cart' }).waitFor()
  await picture(page, 'leads-county', { width: 1440, theme: 'light' })
  await addToCart(page, 'VIP Junior Package')
  await addToCart(page, 'Premier Investor Package')
  await page.goto(COUNTY)
  await page.getByRole('button', { name: 'Cart (2)' }).click()
  await picture(page, 'cart-lines', { width: 375, theme: 'light' })
})

test('a payment link, the list of a rep who sent it, and the sales figures', async () => {
  const rita = memberOf(store, REPS[0])
  const sent: SentLink[] = []
  for (const [name, ...packageIds] of [
    ['Theo Brandt', '48201-vacant-vip-20'],
    ['Maribel Ochoa', '48113-owner-premier-30', '48113-owner-vip-20'],
    ['Winston Clarke', '48029-landlord-premium-50'],
  ] as const)
    sent.push(await sendLink(rita, { name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com`, packageIds }))
  const [paid, ending] = sent
  if (paid) await payLink(store, paid)
  if (ending) await store.ageLink(ending.token, 22 * HOUR_MS)
  const { token } = await sendLink(rita, {
    email: 'carla@example.com',
    packageIds: ['48453-vacant-vip-20', '48453-vacant-premier-30'],
  })
  const customer = await openPage(store)
  await customer.goto(`/payment/${token}`)
  await moveToForm(customer)
  await payButton(customer).waitFor()
  await picture(customer, 'link-open', { width: 375, theme: 'light' })

  const page = await openPage(store)
  await openDashboard(page, REPS[0], '?tab=requests')
  await page.getByRole('row', { name: /carla@example\.com/ }).waitFor()
  await picture(page, 'sales-requests', { width: 1440, theme: 'light' })
  const admin = await openPage(store)
  await openAs(admin, ADMIN, '/admin-enhanced?tab=analytics')
  await admin.getByRole('slider', { name: 'Orders' }).waitFor()
  await picture(admin, 'admin-analytics', { width: 1440, theme: 'light' })
  expect(new URL(admin.url()).search).toContain('analytics')
})

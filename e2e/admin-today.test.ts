/** What administrators open on, and how they get from there to anything by keyboard. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type SentLink, sendLink, signInAs } from './support/members.ts'
import { payLink } from './support/pay-link.ts'
import { VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { openAs, seeDashboard } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store
let sale: SentLink

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 100)
  const rita = await signInAs(store)
  sale = await sendLink(rita, { email: 'garland@example.com', name: 'Garland Desmond', packageIds: [VIP_JUNIOR.id] })
  await payLink(store, sale)
})
afterAll(() => store.stop())

test('an administrator opens on today and what is not set up; one field finds orders, counties and screens', async () => {
  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced')
  await seeDashboard(page, 'Admin Dashboard')

  const today = page.getByRole('region', { name: 'Today', exact: true })
  await expect.poll(() => today.textContent()).toMatch(/Paid\$299\.00\$0\.00 a week ago.*Orders10 a week ago/)
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  const latest = page.getByRole('table', { name: 'Latest orders' })
  await latest.getByText('Garland Desmond').waitFor()

  await page.getByText('3 of 10 done.').waitFor()
  const confirm = page.getByRole('button', { name: /^Prices are right/ })
  expect(await confirm.isVisible(), 'folded: it sold already').toBe(false)
  await page.getByRole('heading', { name: 'Set up your store' }).click()
  await page.getByText('Put leads on sale (done)').waitFor()
  await expectAccessibleAndFits(page, 'today with its setup')
  await confirm.click()
  await page.getByText('4 of 10 done.').waitFor()

  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const option = (name: RegExp) => palette.getByRole('option', { name })

  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type('desmond garl')
  await option(new RegExp(sale.reference)).waitFor()
  await option(/^Garland Desmond garland@/).waitFor()
  await expectAccessibleAndFits(page, 'the palette', 'dialog')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: new RegExp(sale.reference) }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin-enhanced/orders')
  await page.keyboard.press('Escape')

  await page.keyboard.press('/')
  await palette.waitFor()
  await page.keyboard.type('pric')
  await option(/^Pricing Management/).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('tabpanel', { name: 'Pricing Management' }).waitFor()

  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type('78704')
  await option(/^Travis County/).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('tabpanel', { name: 'Inventory Control' }).waitFor()
  expect(page.url()).toContain('county=Travis')
})

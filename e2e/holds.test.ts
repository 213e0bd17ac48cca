import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { addToCart, addVip, cartDialog, PREMIER_INVESTOR, VIP_JUNIOR } from './support/shopping.ts'
import { withStore } from './support/store.ts'

const { openPage } = withBrowser()
const store = withStore()

// What the test before held comes back on sale as well, so there may be more than one.
beforeEach(() => store.setStock(VIP_JUNIOR.id, 1))

/** Shows the open cart again, with so much time left on all its lines. */
async function leaveTime(page: Page, ms: number): Promise<void> {
  await store.endHoldsIn(ms)
  await page.reload()
}

test('"Extend" gives the full time again; what expired is back on sale and can be added again unless it is sold out', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await addVip(page)
  await page.getByRole('button', { name: 'Cart (1)' }).click()
  await leaveTime(page, 20_000)
  const timer = cartDialog(page).getByRole('timer').first()
  await cartDialog(page).getByText('Less than five minutes left. Extend the time').waitFor()
  await timer.filter({ hasText: /00:[01]\d/ }).waitFor()
  await cartDialog(page).getByRole('button', { name: 'Extend' }).click()
  await timer.filter({ hasText: /29:5\d|30:00/ }).waitFor()
  await page.getByText('Time extended').first().waitFor()

  const addAgain = cartDialog(page).getByRole('button', { name: 'Add again: VIP Junior Package, Travis' })
  await leaveTime(page, 5000)
  await cartDialog(page).getByText('A reservation ran out').waitFor()
  await expect.poll(() => store.stockOf(), { timeout: 10_000 }).toBe(1)
  await addAgain.click()
  await cartDialog(page).getByRole('heading', { name: 'VIP Junior Package' }).waitFor()
  await cartDialog(page).getByText('A reservation ran out').waitFor({ state: 'detached' })

  await leaveTime(page, 5000)
  await cartDialog(page).getByText('A reservation ran out').waitFor()
  await expect.poll(() => store.holdsOf(VIP_JUNIOR.id), { timeout: 10_000 }).toBe(0)
  await store.setStock(VIP_JUNIOR.id, 0)
  await addAgain.click()
  await cartDialog(page).getByText('Sold out').waitFor()
})

test('after two hours "Extend" says that the time is used up, and the line expires while others are kept', async () => {
  const page = await openPage(store)
  await store.setStock(PREMIER_INVESTOR.id, 1)
  const before = await store.stockOf()
  await addVip(page)
  // A little is left to gain, so that the button is there whether or not the cart was read again since.
  await store.ageHolds(2 * 60 * 60_000 - 20_000)
  await page.getByRole('button', { name: 'Cart (1)' }).click()
  await leaveTime(page, 15_000)
  const timer = cartDialog(page).getByRole('timer').first()
  await timer.filter({ hasText: /00:[01]\d/ }).waitFor()

  await cartDialog(page).getByRole('button', { name: 'Extend' }).click()
  await page.getByText('We reserve a package for two hours at most. Please check out in time.').first().waitFor()
  await cartDialog(page).getByText('Two hours is the longest we reserve a package, and that time is up.').waitFor()
  expect(await cartDialog(page).getByRole('button', { name: 'Extend' }).count()).toBe(0)
  await cartDialog(page).getByRole('button', { name: 'Close' }).click()
  await addToCart(page, PREMIER_INVESTOR.name)
  await page.getByRole('button', { name: 'Cart (2)' }).click()
  await cartDialog(page).getByRole('button', { name: 'Extend the others' }).click()
  await page.getByText('Time extended').first().waitFor()

  // A fast machine is here with most of its seconds left.
  await cartDialog(page).getByText('A reservation ran out').waitFor({ timeout: 30_000 })
  await cartDialog(page).getByRole('button', { name: 'Add again: VIP Junior Package, Travis' }).waitFor()
  await page.getByRole('heading', { name: 'Your cart (1 item)' }).waitFor()
  await cartDialog(page).getByRole('heading', { name: 'Premier Investor Package' }).waitFor()
  await expect.poll(() => store.stockOf(), { timeout: 10_000 }).toBe(before)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { cartDialog, chooseTravis, goToCheckout, payButton, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

/** The browser's own line about the refusal. */
const REFUSED = /status of 409/
/** At the highest price there is, one package more than a card can pay at once. */
const TOO_MANY = 11

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, TOO_MANY)
  await store.setPrice({ leadType: 'vacant', tier: 'vip', size: 20, basePrice: 99_999.99 })
})
afterAll(() => store.stop())

test('a cart above the limit of one card payment says so next to the total, and can be paid once a package is removed', async () => {
  const page = await openPage(store, { expects: [REFUSED] })
  await chooseTravis(page)
  await page.evaluate(
    async ({ id, count }) => {
      const body = JSON.stringify({ quantity: 1 })
      const headers = { 'content-type': 'application/json' }
      for (let held = 0; held < count; held += 1)
        await fetch(`/api/packages/${id}/reserve`, { method: 'PUT', headers, body })
    },
    { id: VIP_JUNIOR.id, count: TOO_MANY },
  )
  await page.reload()
  await goToCheckout(page, 'dear@example.com')

  await page.getByText('This total is too high for one card payment').waitFor()
  await page.getByText('A card payment can be $999,999.99 at most.').waitFor()
  expect(await page.getByText('Payment Setup Error').count()).toBe(0)
  await page.getByRole('button', { name: 'Edit cart' }).click()
  await cartDialog(page)
    .getByRole('button', { name: /^Remove VIP Junior Package/ })
    .first()
    .click()
  await cartDialog(page).getByRole('button', { name: 'Close' }).click()

  await payButton(page).filter({ hasText: '$999,999.90' }).waitFor()
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(1)
})

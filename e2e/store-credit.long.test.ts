import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { goToPanel, seeSuccess } from './support/cart-purchase.ts'
import { creditCode, mailAbout, mailedLink } from './support/mailed-links.ts'
import { memberOf } from './support/members.ts'
import * as shopping from './support/shopping.ts'
import { ADMIN, withSharedStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const HOUR_MS = 3_600_000
const { openPage } = withBrowser()
const store = withSharedStore((store) => store.setStock(shopping.VIP_JUNIOR.id, 20))
const credit = (page: Page) => page.getByRole('region', { name: 'Store credit' })

async function unlock(page: Page, email: string): Promise<void> {
  await credit(page).getByRole('button', { name: 'Use store credit' }).click()
  await credit(page).getByText(`If ${email} has store credit`).waitFor()
  await credit(page)
    .getByLabel('Six-digit code')
    .fill(await creditCode(store, email))
  await credit(page).getByRole('button', { name: 'Use credit' }).click()
}

test('a late order earns a tenth as credit, which pays part of the next order', async () => {
  const email = 'late@example.com'
  const page = await openPage(store)
  const reference = await shopping.buyAtOnce(page, email)
  const orderPath = await mailedLink(store, email, '/order/')
  await store.ageDeliveries(reference, 25 * HOUR_MS)
  await store.runScheduled('watch-deliveries')
  const mail = await mailAbout(store, email, /\$29\.90 store credit/)
  expect(mail.text).toContain('press “Use store credit” at checkout')
  await page.goto(orderPath)
  await page.getByText('You earned $29.90 in store credit on this order').waitFor()

  await shopping.takeVipToCheckout(page, email)
  await shopping.payButton(page).waitFor()
  await unlock(page, email)
  await credit(page).getByText('Store credit covers $29.90').waitFor()
  await page.getByRole('button', { name: 'Pay $269.10' }).waitFor()
  await credit(page).getByRole('button', { name: 'Don’t use it' }).click()
  await page.getByRole('button', { name: 'Pay $299.00' }).waitFor()
  await page.reload()
  await credit(page).getByText('Store credit covers $29.90').waitFor()
  await expect.poll(() => shopping.payButton(page).isEnabled()).toBe(true)
  await expectAccessibleAndFits(page, 'the checkout with credit')
  await shopping.fillCard(page)
  await page.getByRole('button', { name: 'Pay $269.10' }).click()
  const second = await shopping.seeReceipt(page)
  await page.getByText('Visa ending in 4242 and store credit').waitFor({ state: 'attached' })
  const receipt = await mailAbout(store, email, new RegExp(`${second} is confirmed`))
  expect(receipt.text).toContain('Paid by store credit: $29.90\nPaid by Visa ending in 4242: $269.10')
})

test('credit that pays everything needs no card, on a small screen, after a wrong code', async () => {
  const email = 'rich@example.com'
  const page = await openPage(store, { expects: [/status of 400/] })
  await page.setViewportSize({ width: 375, height: 800 })
  const admin = memberOf(store, ADMIN)
  const reference = await shopping.buyAtOnce(page, email)
  const [order] = await admin.call<{ id: string }[]>('GET', `/api/admin/orders?search=${reference}`)
  await admin.call('POST', `/api/admin/orders/${order?.id}/credit`, {
    attemptId: randomUUID(),
    change: 'grant',
    amount: 300,
    reason: 'A journey.',
  })

  await goToPanel(page, email)
  await credit(page).getByRole('button', { name: 'Use store credit' }).click()
  const code = await creditCode(store, email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await credit(page).getByLabel('Six-digit code').fill(wrong)
  await credit(page).getByRole('button', { name: 'Use credit' }).click()
  await credit(page).getByText('That code is wrong or expired').waitFor()
  await expectAccessibleAndFits(page, 'a wrong code', 'section[aria-label="Store credit"]')
  await credit(page)
    .getByLabel('Six-digit code')
    .fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await credit(page).getByText('Store credit covers $299.00').waitFor()
  await page.getByText('There is nothing to pay').waitFor()
  await shopping.cartDialog(page).getByRole('button', { name: 'Place order, $0.00' }).click()
  await seeSuccess(page)
  await shopping.cartDialog(page).getByText('Store credit', { exact: true }).waitFor()
})

test('an administrator gives credit by hand; a refund of what it paid comes back as credit', async () => {
  const email = 'desk@example.com'
  const buyer = await openPage(store)
  const reference = await shopping.buyAtOnce(buyer, email)
  const page = await openPage(store)
  await openAs(page, ADMIN, `/admin-enhanced/orders?search=${reference}`)
  await page.getByRole('button', { name: reference }).click()
  const drawer = page.getByRole('dialog', { name: `Order ${reference}` })
  await drawer.getByText('The buyer has $0.00.').waitFor()
  await drawer.getByRole('button', { name: 'Add or remove credit' }).click()
  const question = page.getByRole('dialog', { name: 'Store credit of this buyer' })
  await question.getByLabel('Amount in dollars').fill('100')
  await question.getByRole('button', { name: 'Give $100.00' }).click()
  await question.getByText('Please say why.', { exact: false }).waitFor()
  await question.getByLabel('Reason').fill('The file came twice.')
  await question.getByRole('button', { name: 'Give $100.00' }).click()
  await seeToast(page, 'Store credit changed')
  await drawer.getByText('The buyer has $100.00.').waitFor()

  await shopping.takeVipToCheckout(buyer, email)
  await unlock(buyer, email)
  await buyer.getByRole('button', { name: 'Pay $199.00' }).waitFor()
  await shopping.fillCard(buyer)
  await buyer.getByRole('button', { name: 'Pay $199.00' }).click()
  const second = await shopping.seeReceipt(buyer)

  await page.goto(`/admin-enhanced/orders?search=${second}`)
  await page.getByRole('button', { name: second }).click()
  const other = page.getByRole('dialog', { name: `Order ${second}` })
  await other.getByText('Card, $100.00 by store credit').waitFor()
  await other.getByRole('button', { name: `More for ${second}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Refund', exact: true }).click()
  const refund = page.getByRole('dialog', { name: `Refund ${second}` })
  await refund.getByLabel('Reason').fill('Wrong county.')
  await refund.getByText('$199.00 goes back to the buyer’s card right away.', { exact: false }).waitFor()
  await refund.getByText('$100.00 goes back as store credit, the way it was paid.').waitFor()
  await refund.getByRole('button', { name: 'Refund $299.00' }).click()
  await seeToast(page, 'Refund on its way')
  await other.getByText('The buyer has $100.00.').waitFor()
})

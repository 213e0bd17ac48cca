import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { goOnToPanel, goToContact, goToPanel, pressIn, seeSuccess } from './support/cart-purchase.ts'
import { memberOf, sendLink } from './support/members.ts'
import { cartDialog, fillCard, moveToForm, payButton, VIP_JUNIOR } from './support/shopping.ts'
import { hasFocus, see } from './support/steps.ts'
import { ADMIN, withSharedStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const STOCK = 9
const PHONE = { width: 375, height: 740 }
const { openPage } = withBrowser()
const store = withSharedStore()

beforeEach(() => store.setStock(VIP_JUNIOR.id, STOCK))

const stock = () => store.stockOf()

/** From the payment panel. @returns the order's reference */
async function chooseCashApp(page: Page): Promise<string> {
  await cartDialog(page).getByRole('tab', { name: 'Cash App' }).click()
  await pressIn(page, 'Pay $299.00 with Cash App')
  await cartDialog(page).getByText('Send exactly this amount in Cash App').waitFor()
  const reference = /LY-[0-9A-Z]{8}/.exec((await cartDialog(page).textContent()) ?? '')?.[0]
  expect(reference, 'a reference beside the amount').toBeDefined()
  return reference ?? ''
}

async function verifyFromTheQueue(reference: string): Promise<void> {
  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced/cash-app')
  await page.getByRole('button', { name: `Verify ${reference}` }).waitFor()
  await expectAccessibleAndFits(page, 'the queue of the cash app')
  await page.getByRole('button', { name: `Verify ${reference}` }).click()
  await page.getByLabel('Cash App transfer ID').fill('transfer 4711')
  await page.getByRole('button', { name: 'Yes, $299.00 arrived' }).click()
  await seeToast(page, 'Order paid')
  await page.getByRole('button', { name: `Verify ${reference}` }).waitFor({ state: 'detached' })
  await page.goto(`/admin-enhanced/orders?search=${reference}`)
  await page.getByRole('button', { name: reference }).click()
  await page.getByRole('dialog').getByText('transfer 4711').first().waitFor()
}

test('a Cash App order is held for a day, survives a reload, and is paid once verified from the queue', async () => {
  const page = await openPage(store, { viewport: PHONE })
  const email = 'cash@example.com'

  await goToPanel(page, email)
  const reference = await chooseCashApp(page)
  await cartDialog(page).getByRole('button', { name: 'Copy Payment Details' }).waitFor()
  expect(await stock()).toBe(STOCK - 1)
  await expect.poll(() => store.mailbox(email), { timeout: 15_000 }).toHaveLength(1)
  const [howToPay] = await store.mailbox(email)
  expect(howToPay?.text).toContain(reference)

  await page.reload()
  await cartDialog(page).getByText(reference).first().waitFor()

  await verifyFromTheQueue(reference)
  await expect.poll(() => store.mailbox(email), { timeout: 15_000 }).toHaveLength(2)
  expect(await stock()).toBe(STOCK - 1)
})

test('going back asks first, says what ends, and pays the same order by card; it works by keyboard on a phone, where each step fits', async () => {
  const page = await openPage(store, { viewport: PHONE })
  const email = 'asked@example.com'
  await goToContact(page)
  await pressIn(page, 'Proceed to Payment')
  await cartDialog(page).getByText('Full Name is required.').first().waitFor()
  await expectAccessibleAndFits(page, 'dialog, contact', 'dialog')
  await goOnToPanel(page, email)
  await fillCard(page)
  // Alone, the card provider's frame would be judged as a page of its own.
  await expectAccessibleAndFits(page, 'dialog, payment by card')
  await cartDialog(page).getByRole('tab', { name: 'Cash App' }).click()
  await cartDialog(page).getByRole('button', { name: 'Pay $299.00 with Cash App' }).waitFor()
  await expectAccessibleAndFits(page, 'dialog, payment by cash app', 'dialog')
  const reference = await chooseCashApp(page)
  await expectAccessibleAndFits(page, 'dialog, how to send the money', 'dialog')
  const back = cartDialog(page).getByRole('button', { name: 'Back to Payment Options' })
  const question = cartDialog(page).getByRole('region', { name: `Cancel order ${reference}?` })

  await back.focus()
  await page.keyboard.press('Enter')
  await question.getByText('Have you sent the money already?').waitFor()
  await question.getByText(/reserved for up to 30 minutes/).waitFor()
  // Before it is looked at in other widths, from which a page does not come back to where it was scrolled.
  const bottom = async () => {
    const box = await question.getByRole('button').last().boundingBox()
    return (box?.y ?? Infinity) + (box?.height ?? 0)
  }
  await expect.poll(bottom).toBeLessThanOrEqual(PHONE.height)
  await expectAccessibleAndFits(page, 'the question before a Cash App order is canceled')
  expect(await hasFocus(question.getByText(/^Cancel order/))).toBe(true)
  await page.keyboard.press('Tab')
  await question.getByRole('button', { name: 'Keep the Order' }).focus()
  await page.keyboard.press('Enter')

  await back.waitFor()
  expect(await hasFocus(back)).toBe(true)
  await cartDialog(page).getByText(reference).first().waitFor()
  await pressIn(page, 'Back to Payment Options')
  await pressIn(page, 'Cancel It')
  const subjects = async () => (await store.mailbox(email)).map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 15_000 }).toContain(`Order ${reference}: Cash App payment no longer needed`)
  await fillCard(page)
  await pressIn(page, 'Pay $299.00')
  await seeSuccess(page)
  await cartDialog(page).getByText('Payment ID').waitFor()
  await expectAccessibleAndFits(page, 'dialog, success', 'dialog')
  await expect.poll(subjects, { timeout: 15_000 }).toContain(`Order ${reference} is confirmed`)
  expect(await stock()).toBe(STOCK - 1)
})

test('a link names its rep, and its customer may choose Cash App in the same step', async () => {
  const rep = memberOf(store)
  const sent = await sendLink(rep, { email: 'cash-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { viewport: PHONE })
  await page.goto(`/payment/${sent.token}`)
  await page.getByText('From Rita Rep').waitFor()
  await moveToForm(page)
  await page.getByRole('heading', { name: 'Payment Method' }).scrollIntoViewIfNeeded()
  await page.getByRole('tab', { name: 'Cash App' }).click()
  await page.getByRole('button', { name: 'Pay $299.00 with Cash App' }).click()

  await page.getByText('Send exactly this amount in Cash App').waitFor()
  expect(await page.getByText(/^LY-[0-9A-Z]{8}$/).count()).toBe(1)
  expect(await page.getByRole('timer').count()).toBe(1)
  await expectAccessibleAndFits(page, 'Cash App on a link')
  await page.getByRole('button', { name: 'Back to Payment Options' }).click()
  await payButton(page).waitFor()

  await store.ageCashApp()
  const admin = await openPage(store)
  await openAs(admin, ADMIN, '/admin-enhanced')
  await see(admin, /^Confirm Cash App/)
  await admin.getByRole('button', { name: new RegExp(`^Confirm for ${sent.reference}`) }).click()
  await admin.getByRole('dialog', { name: new RegExp(`with the note ${sent.reference}`) }).press('Escape')
  await admin.goto('/admin-enhanced/cash-app')
  await admin.getByRole('row', { name: new RegExp(`^${sent.reference}.*Payment link`) }).waitFor()
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import * as shopping from './support/shopping.ts'
import { ADMIN, withSharedStore } from './support/store.ts'
import { openAs, seeDashboard } from './support/team.ts'

/** A text goes out through a job, and what became of it is reported through another. */
const SENT = { timeout: 30_000 }
const { openPage } = withBrowser()
const store = withSharedStore((store) => store.setStock(shopping.VIP_JUNIOR.id, 20))

async function buyBySms(page: Page, email: string, phone: string): Promise<string> {
  await shopping.chooseTravis(page)
  await shopping.deliverBy(page, 'SMS')
  await shopping.addToCart(page)
  await shopping.goToCheckout(page, email)
  const phoneField = page.getByLabel('Cell Phone')
  await page.getByText('We text leads to this number. Without one, they come by email.').waitFor()
  await phoneField.fill(phone)
  await page.getByText('We text leads to this number.', { exact: true }).waitFor()
  await shopping.payByCard(page)
  return shopping.seeReceipt(page)
}

const textsTo = async (number: string): Promise<{ text: string }[]> => {
  const response = await fetch(`${store.url}/sandbox/phone.json?to=${encodeURIComponent(number)}`)
  return (await response.json()) as { text: string }[]
}

test('a buyer by SMS gets a text with a link to the order, replies STOP, and gets none for the next order', async () => {
  const number = '+15125550147'
  const page = await openPage(store)

  const reference = await buyBySms(page, 'texts@example.com', '(512) 555-0147')
  await expect.poll(() => textsTo(number), SENT).toHaveLength(1)
  await page.goto('/sandbox/mailbox')
  await page.getByRole('link', { name: 'Phone', exact: true }).click()
  await page.getByRole('navigation', { name: 'Numbers' }).getByRole('link', { name: number }).click()
  await page.getByRole('list', { name: 'Texts' }).getByText(`order ${reference} is paid`).waitFor()
  await page.getByLabel('Answer').fill('stop')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('list', { name: 'Texts' }).getByText('stop', { exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'sandbox phone, thread')
  await page.getByRole('list', { name: 'Texts' }).getByRole('link').click()
  await page.getByText('Paid', { exact: true }).first().waitFor()
  await page.getByText(reference).first().waitFor()

  await buyBySms(page, 'texts@example.com', '512.555.0147')
  await expect.poll(() => store.mailbox('texts@example.com'), SENT).toHaveLength(2)
  await openAs(page, ADMIN, '/admin-enhanced/messages')
  await seeDashboard(page, 'Admin Dashboard')
  await page.getByLabel('Search by address, phone number or order reference').fill('(512) 555-0147')
  const rows = page.getByRole('row').filter({ hasText: '+1 512 555 0147' })
  await rows.getByText('Stopped', { exact: true }).waitFor(SENT)
  await rows.getByText('Delivered', { exact: true }).waitFor(SENT)
  expect(await textsTo(number)).toHaveLength(1)
})

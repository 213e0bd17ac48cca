import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { sendLink, signInAs } from './support/members.ts'
import { moveToForm, payButton, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { openAs } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 20)
})
afterAll(() => store.stop())

test('a link names its rep, and its customer may choose Cash App in the same step', async () => {
  const rep = await signInAs(store)
  const sent = await sendLink(rep, { email: 'cash-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { viewport: { width: 375, height: 740 } })
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

  const admin = await openPage(store)
  await openAs(admin, ADMIN, '/admin-enhanced')
  await admin.getByText('1 payment link to verify in Cash App').first().waitFor()
  await admin.getByRole('link', { name: 'Show these links' }).click()
  await admin.getByText(/^Chose Cash App/).waitFor()
})

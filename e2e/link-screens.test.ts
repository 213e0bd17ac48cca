import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { CARDS, fillCard, moveToForm, payButton, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { openAs } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store
let rep: Member

beforeAll(async () => {
  store = await startStore()
  rep = await signInAs(store)
  await store.setStock(VIP_JUNIOR.id, 100)
})
afterAll(() => store.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const send = (email: string) =>
  sendLink(rep, { email, packageIds: [VIP_JUNIOR.id], specialOffers: 'Five extra leads.', name: 'مكتب العقارات' })

test('every state of a payment link is accessible and fits', async () => {
  const page = await openPage(store, {
    viewport: PHONE,
    expects: [/status of 40[24]/],
  })
  const email = 'screens@example.com'
  const [paid, voided, replaced] = [await send(email), await send(email), await send(email)]
  await rep.call('POST', `/api/sales/payment-requests/${voided.id}/void`)
  await rep.call('POST', `/api/sales/payment-requests/${replaced.id}/resend`, {})

  await page.goto('/payment/guessed')
  await heading(page, 'Payment Request Not Found').waitFor()
  await expectAccessibleAndFits(page, 'not found')
  for (const { token } of [voided, replaced]) {
    await page.goto(`/payment/${token}`)
    await heading(page, 'Payment Request Expired').waitFor()
    await expectAccessibleAndFits(page, 'ended')
  }
  await page.goto(`/?token=${paid.token}`)
  await heading(page, 'Payment Method').scrollIntoViewIfNeeded()
  await moveToForm(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$/ })
    .waitFor()
  await expectAccessibleAndFits(page, 'overlay')
  await page.goto(`/payment/${paid.token}`)
  await heading(page, 'Payment Method').scrollIntoViewIfNeeded()
  await fillCard(page, CARDS.declined)
  await payButton(page).click()
  await page.getByRole('alert').filter({ hasText: 'Payment Failed' }).first().waitFor()
  await expectAccessibleAndFits(page, 'declined')
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await heading(page, 'Payment Successful').waitFor()
  await expectAccessibleAndFits(page, 'paid')
})

test('an invoice is accessible and fits', async () => {
  const page = await openPage(store, { viewport: PHONE, expects: [/status of 404/] })
  const { token } = await send('invoice@example.com')

  await openAs(page, ADMIN, `/invoice/${token}`)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByLabel('Reference').waitFor()
  await expectAccessibleAndFits(page, 'marking as paid')
  await page.keyboard.press('Escape')
  await expectAccessibleAndFits(page, 'invoice')
  await page.goto('/invoice/guessed')
  await heading(page, 'Invoice Not Found').waitFor()
  await expectAccessibleAndFits(page, 'no invoice')
})

test('an administrator marks an invoice as paid, once, with a reference that the page keeps', async () => {
  const { token } = await send('transfer@example.com')
  const page = await openPage(store)
  await openAs(page, ADMIN, `/invoice/${token}`)

  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByLabel('Reference').fill('Wire 4711')
  await page.getByRole('button', { name: 'Mark as paid, $299.00' }).click()

  await page.getByText('Invoice marked as paid successfully').first().waitFor()
  await page.getByText('reference Wire 4711').waitFor()
  expect(await page.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0)
  const receipt = await page.request.get(
    (await page.getByRole('link', { name: /^Receipt PDF/ }).getAttribute('href')) ?? '',
  )
  expect([receipt.status(), receipt.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('a rep reads an invoice’s timeline, copies its link and withdraws it; only administrators mark it as paid', async () => {
  const { token, reference } = await send('story@example.com')
  const page = await openPage(store)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(page, REPS[0], `/invoice/${token}`)

  await page.getByText('Payment link sent').waitFor()
  await page.getByText(reference).first().waitFor()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Copied to clipboard').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${store.url}/payment/${token}`)
  expect(await page.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Void', exact: true }).click()
  await page.getByRole('button', { name: 'Void request, $299.00' }).click()
  await page.getByText('This link no longer works').waitFor()
  await page.getByRole('link', { name: 'Back to Sales Dashboard' }).click()
  await heading(page, 'Sales Dashboard').waitFor()
})

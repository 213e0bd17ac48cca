import { afterAll, expect, test } from 'vitest'
import type { Invoice } from '#contract/links/payment-request-values.ts'
import { withBrowser } from './support/browser.ts'
import { REFUSAL, startMailServer } from './support/mail-server.ts'
import { memberOf, sendLink } from './support/members.ts'
import { VIP_JUNIOR } from './support/shopping.ts'
import { REPS, withStore } from './support/store.ts'
import { openDashboard, seeToast } from './support/team.ts'

const [RITA] = REPS
/** A mail goes out through a job; an open list or invoice is read again every 15 s. */
const MAILED = { timeout: 30_000 }
const READ_AGAIN_MS = 16_000
const { openPage } = withBrowser()
const mailServer = await startMailServer({ isRefusing: true })
afterAll(() => mailServer.stop())
const store = withStore({ SMTP_URL: mailServer.url, MAIL_FROM: 'store@example.com' }, (store) =>
  store.setStock(VIP_JUNIOR.id, 2),
)
const rita = memberOf(store, RITA)

test('if no server takes an email, row and invoice say why and offer the link, and Email again delivers it later', async () => {
  const { token } = await sendLink(rita, { email: 'nobody@example.com', packageIds: [VIP_JUNIOR.id] })
  const mailState = async () => (await rita.call<Invoice>('GET', `/api/invoices/${token}`)).mail.state
  const page = await openPage(store)
  await page.clock.install()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await expect.poll(mailState, MAILED).toBe('failed')
  await openDashboard(page, RITA, '?tab=requests')
  const trouble = page.getByRole('row', { name: /nobody@example\.com/ })
  await trouble.getByText('The email was not delivered', { exact: false }).waitFor()
  expect(await trouble.textContent()).toContain(REFUSAL)
  await trouble.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await seeToast(page, 'Copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${store.url}/payment/${token}`)

  await page.goto(`/invoice/${token}`)
  const why = await page.getByText(/^The email was not delivered: /).textContent()
  expect(why).toContain(REFUSAL)
  expect(why).not.toContain('Error:')
  mailServer.accept()
  await page.getByRole('button', { name: 'Email again' }).click()
  await seeToast(page, 'Email on its way')
  await expect.poll(mailState, MAILED).toBe('sent')
  await page.clock.fastForward(READ_AGAIN_MS)
  await page.getByText('Not opened yet').waitFor()
  expect(mailServer.recipients).toContain('nobody@example.com')
  expect(await page.getByRole('button', { name: 'Email again' }).count()).toBe(0)
})

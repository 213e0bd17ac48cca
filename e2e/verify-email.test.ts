import { expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailAbout } from './support/mailed-links.ts'
import { buyAtOnce, packagesOf, VIP_JUNIOR } from './support/shopping.ts'
import { download } from './support/steps.ts'
import { withSharedStore } from './support/store.ts'

const { openPage } = withBrowser()
const { vip } = packagesOf('Galveston')
const store = withSharedStore((store) => store.setStock(VIP_JUNIOR.id, 5))

test('a new customer confirms the address on a phone from the mail of the first order, and the link works once', async () => {
  const email = 'newcomer@example.com'
  const page = await openPage(store, { viewport: { width: 375, height: 800 }, expects: [/status of 410/] })
  await buyAtOnce(page, email)

  const { text } = await mailAbout(store, email, /is confirmed$/)
  const link = new URL(/http\S+\/verify-email\/\S+/.exec(text)?.[0] ?? '').pathname
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Confirm your email address' }).waitFor()
  await expectAccessibleAndFits(page, 'verify email')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByText('Your email address is confirmed', { exact: true }).waitFor()

  await page.reload()
  await page.getByRole('button', { name: 'Confirm my address' }).click()

  await page.getByText('This link no longer works', { exact: true }).waitFor()
  await page.getByText(/more than 7 days old/).waitFor()
})

test('a new customer confirms the address by the first download from the email with the leads', async () => {
  const email = 'downloader@example.com'
  await store.addLeads(vip.id, 30)
  await buyAtOnce(await openPage(store), email, vip.id)
  const { text } = await mailAbout(store, email, /^Your leads for order/)
  const [, link = '', token = ''] = /https?:\/\/[^/\s]+(\/delivery\/[^#\s]+#confirm=(\S+))/.exec(text) ?? []
  const page = await openPage(store, { expects: [/status of 410/] })
  await page.goto(link)
  const confirmed = page.waitForResponse(/\/api\/verify-email$/)
  const saved = page.getByRole('button', { name: /^Download CSV/ })
  await saved.waitFor()
  expect(page.url()).not.toContain('#')
  await download(page, saved)
  expect((await confirmed).status()).toBe(200)

  await page.goto(`/verify-email/${token}`)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByText('This link no longer works', { exact: true }).waitFor()
})

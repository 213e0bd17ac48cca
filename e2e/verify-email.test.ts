import { test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailAbout } from './support/mailed-links.ts'
import { buyAtOnce, VIP_JUNIOR } from './support/shopping.ts'
import { withSharedStore } from './support/store.ts'

const { openPage } = withBrowser()
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

import { expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { buyVip, VIP_JUNIOR } from './support/shopping.ts'
import { withSharedStore } from './support/store.ts'
import { seeToast } from './support/team.ts'

const EMAIL = 'desk-buyer@example.com'
const REFUSED = /status of 4(00|10)/
const { openPage } = withBrowser()
const store = withSharedStore((store) => store.setStock(VIP_JUNIOR.id, 5))

test('a buyer opens all their orders with a mailed code, buys again, and opens them elsewhere with the link', async () => {
  const page = await openPage(store, { expects: [REFUSED], viewport: { width: 375, height: 800 } })
  const reference = await buyVip(page, EMAIL)

  // A stranger's address gets the same answer, and no mail.
  await page.goto('/desk')
  await page.getByLabel('Email').fill('stranger@example.com')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByText('If stranger@example.com has ordered here').waitFor()
  await page.getByRole('button', { name: 'Use another address' }).click()
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill('222 222')
  await page.getByRole('button', { name: 'Show my orders' }).click()
  await page.getByText('That code is wrong').waitFor()
  await page.getByLabel('Code').fill((await latestDeskMail()).code)

  const order = page.getByRole('article', { name: reference })
  await order.getByText('VIP Junior Package').waitFor()
  await expectAccessibleAndFits(page, 'desk')
  await order.getByRole('button', { name: 'Buy again' }).click()
  await expect.poll(() => store.stockOf()).toBe(3)
  await page.goto('/checkout')
  await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(EMAIL)
  await page.goBack()
  await order.getByRole('link', { name: 'Order and receipt' }).click()
  await page.getByRole('heading', { name: 'Your order' }).waitFor()
  expect(await store.mailbox('stranger@example.com')).toEqual([])

  // The link of another code, in another browser. Looking at it uses nothing up.
  await page.request.post('/api/desk/codes', { data: { email: EMAIL } })
  const { link } = await latestDeskMail()
  const other = await openPage(store, { expects: [REFUSED], colorScheme: 'dark' })
  for (let look = 1; look <= 2; look += 1) {
    await other.goto('/')
    await other.goto(link)
    await other.getByRole('button', { name: 'Open my orders' }).waitFor()
    expect(new URL(other.url()).hash).toBe('')
  }
  await expectAccessibleAndFits(other, 'desk, link')
  await other.getByRole('button', { name: 'Open my orders' }).click()
  await other.getByText(reference).waitFor()
  await other.getByRole('tab', { name: 'Settings' }).click()
  await other
    .getByRole('button', { name: /^Log out (?!this)/ })
    .first()
    .click()
  await seeToast(other, 'Logged out')
  await page.goto('/desk')
  await page.getByLabel('Email').waitFor()

  // A second tab of this browser, which no one touches, stops showing the orders too.
  const tab = await other.context().newPage()
  await tab.goto(`${store.url}/desk`)
  await tab.getByText(reference).waitFor()
  await other.getByRole('button', { name: 'Log out this browser' }).click()
  await tab.getByLabel('Email').waitFor()
  expect(await tab.getByText(reference).count()).toBe(0)
  await other.getByLabel('Email').waitFor()
  await other.goto('/')
  await other.goto(link)
  await other.getByRole('button', { name: 'Open my orders' }).click()
  await other.getByText('This link no longer works').waitFor()
})

let seen = 0
async function latestDeskMail(): Promise<{ code: string; link: string }> {
  const mails = async () => (await store.mailbox(EMAIL)).filter(({ subject }) => subject.includes('is your code'))
  await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBeGreaterThan(seen)
  const [mail, ...earlier] = await mails()
  seen = earlier.length + 1
  const address = /http\S+(\/desk#[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return { code: mail?.subject.slice(0, 6) ?? '', link: address }
}

import { expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { buyAtOnce, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, withStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const PAGES = {
  terms: 'Terms of sale',
  privacy: 'Privacy',
  refunds: 'Refunds',
  'using-leads': 'How you may use these leads',
}
const SMALL = { width: 375, height: 812 }
const { openPage } = withBrowser()
const store = withStore({}, (opened) => opened.setStock(VIP_JUNIOR.id, 5))

test('a visitor with a phone reads all four texts, which the footer links to, also where one pays', async () => {
  const page = await openPage(store, { viewport: SMALL })
  for (const [name, title] of Object.entries(PAGES)) {
    await page.goto(`/${name}`)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.getByText(/^Edition \d+, published /).waitFor()
    expect(await page.title()).toBe(title)
    await expectAccessibleAndFits(page, `legal ${name}`)
  }
  await page.goto('/checkout')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: '(512) 555-0100' }).waitFor()
  await footer.getByText('100 Example Street, Austin, TX 78701').waitFor()
  for (const title of Object.values(PAGES)) await footer.getByRole('link', { name: title }).waitFor()
  expect(await page.content()).not.toMatch(/example\.com\/(terms|privacy)/)
})

test('the texts are there for readers without JavaScript and for search engines', async () => {
  const page = await openPage(store, { hasNoScripts: true })
  await page.goto('/using-leads')
  await page.getByRole('heading', { name: 'Before you call' }).waitFor()
  const html = await (await fetch(`${store.url}/terms`)).text()
  expect(html).toContain('<title>Terms of sale | Leadyard</title>')
  expect(html).toMatch(/<meta name="description" content="What you buy, how you pay/)
  expect(html).not.toContain('noindex')
})

test('an administrator publishes an edition: later buyers read it, and an order keeps the one it was paid under', async () => {
  const buyer = await openPage(store)
  await buyer.goto('/leads')
  await buyAtOnce(buyer, 'early@example.com')
  const [mail] = await expect
    .poll(() => store.mailbox('early@example.com'), { timeout: 15_000 })
    .not.toEqual([])
    .then(() => store.mailbox('early@example.com'))
  const orderPath = /\/order\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''

  const admin = await openPage(store)
  await openAs(admin, ADMIN, '/admin-enhanced/settings#legal')
  const editor = admin.getByRole('region', { name: 'Terms, privacy, refunds and rules for using leads' })
  await editor
    .getByRole('textbox', { name: /^Edit/ })
    .fill('## What is new\n\nWe deliver within **{{deliveryHours}}**. <b>Not</b> bold.')
  await editor
    .getByRole('region', { name: 'Preview' })
    .getByText('We deliver within 24 hours. <b>Not</b> bold.')
    .waitFor()
  await expectAccessibleAndFits(admin, 'legal editor', 'main')
  await editor.getByRole('button', { name: 'Publish Terms of sale' }).click()
  await seeToast(admin, 'Terms of sale published')
  await editor.getByRole('list', { name: 'Editions' }).getByText(`by admin`).waitFor()

  await buyer.goto(orderPath)
  await buyer.getByRole('link', { name: 'Terms at the time of your order' }).click()
  await buyer.getByText(/^You are reading edition \d+$/).waitFor()
  await buyer.getByText('The text has changed since.').waitFor()
  await buyer.getByText('These are the terms under which Leadyard sells').waitFor()
  await expectAccessibleAndFits(buyer, 'legal old edition')
  await buyer.getByRole('contentinfo').getByRole('link', { name: 'Terms of sale' }).click()
  await buyer.getByText('We deliver within 24 hours. <b>Not</b> bold.').waitFor()
})

import { expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { memberOf, payLink, sendLink } from './support/members.ts'
import { PREMIER_INVESTOR, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, withSharedStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const STOCK = 10
const { openPage } = withBrowser()
const store = withSharedStore((store) => store.setStocks(STOCK))
const admin = memberOf(store, ADMIN)
const rep = memberOf(store)

async function openSection(section: string) {
  const page = await openPage(store)
  await openAs(page, ADMIN, `/admin-enhanced/${section}`)
  return page
}

test('an order is found by the start of an address; refunding one package updates stock, figures and mail', async () => {
  const email = 'carla.buyer@example.com'
  const link = await payLink(store, await sendLink(rep, { email, packageIds: [VIP_JUNIOR.id, PREMIER_INVESTOR.id] }))
  const before = await admin.call<{ totalRevenue: number }>('GET', '/api/admin/analytics')
  const page = await openSection('orders')

  await page.getByLabel('Search by reference, name, email, phone or amount').fill('carla.bu')
  await expect.poll(() => page.getByRole('table', { name: 'Orders' }).getByRole('row').count()).toBe(2)
  await expectAccessibleAndFits(page, 'the list of orders')
  // Found by its amount with a slash and its digits, and refunded with five clicks.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${link.total}`.replace('.00', ''))
  await expect.poll(() => page.getByRole('table', { name: 'Orders' }).getByRole('row').count()).toBe(2)
  await page.getByRole('cell', { name: 'Rita Rep', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: `Order ${link.reference}` })
  await drawer.getByRole('button', { name: /^More for .*VIP Junior Package/ }).click()
  await page.getByRole('menuitem', { name: 'Refund this package' }).click()
  const question = page.getByRole('dialog', { name: `Refund ${link.reference}` })
  await question.getByRole('button', { name: 'Wrong county' }).click()
  await question.getByText('1 package goes back on sale.').waitFor()
  await question.getByRole('button', { name: 'Refund $299.00' }).click()
  await seeToast(page, 'Refund on its way')

  await drawer.getByText('Back on sale').waitFor()
  await drawer.getByText('$299.00 refunded', { exact: true }).first().waitFor()
  await expect.poll(() => drawer.getByRole('definition').allTextContents()).toContain('$27.9010% after refunds')
  await expect.poll(() => store.stockOf()).toBe(STOCK)
  await expect.poll(() => store.stockOf(PREMIER_INVESTOR.id)).toBe(STOCK - 1)
  const after = await admin.call<{ totalRevenue: number }>('GET', '/api/admin/analytics')
  expect(after.totalRevenue).toBe(before.totalRevenue - 299)
  const subjects = async () => (await store.mailbox(email)).map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 15_000 }).toContain(`Order ${link.reference}: refund of $299.00`)

  await page.goto('/admin-enhanced?tab=analytics&dimension=rep')
  await page.getByRole('link', { name: REPS[0].username, exact: true }).click()
  await page.getByRole('table', { name: 'Orders' }).getByRole('button', { name: link.reference }).waitFor()
})

test('a disputed payment is answered once, starting from what the store knows', async () => {
  const sent = await sendLink(rep, { email: 'dana@example.com', packageIds: [PREMIER_INVESTOR.id] })
  const link = await payLink(store, sent, 'pm_card_createDispute')
  const disputes = async () => JSON.stringify(await admin.call('GET', '/api/admin/disputes'))
  await expect.poll(disputes, { timeout: 15_000 }).toContain(link.reference)
  const page = await openSection('disputes')

  await page.getByRole('button', { name: link.reference }).click()
  const drawer = page.getByRole('dialog', { name: `Dispute on ${link.reference}` })
  expect(await drawer.getByLabel('Customer’s email').inputValue()).toBe('dana@example.com')
  await drawer.getByLabel(/^Receipt and anything else/).fill(`Receipt ${link.reference}. Dana thanked us by email.`)
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await close()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await drawer.getByLabel(/^Receipt and anything else/).inputValue()).toContain('Dana thanked us')
  }
  await drawer.getByRole('button', { name: 'Save draft' }).click()
  await seeToast(page, 'Draft saved')
  await expectAccessibleAndFits(page, 'a dispute')
  await drawer.getByRole('button', { name: 'Submit evidence' }).click()
  await page.getByRole('button', { name: 'Submit evidence for $279.00' }).click()
  await seeToast(page, 'Evidence submitted')

  await drawer.getByText('Under review').waitFor()
  await drawer.getByText('Dana thanked us by email.').waitFor()
  expect(await drawer.getByRole('button', { name: 'Submit evidence' }).count()).toBe(0)
  await drawer.getByRole('link', { name: 'View the order' }).click()
  await page.getByText(/A refund now would pay the buyer twice/).waitFor()
})

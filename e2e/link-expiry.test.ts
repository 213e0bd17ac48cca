import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { CARDS, fillCard, payButton, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

/** 36 seconds, the shortest a store takes: enough to open a link and type a card, short enough to watch it end. */
const LINK_HOURS = '0.01'
const STOCK = 20
/** How long anybody would wait for the end of such a link. */
const LINK_END = { timeout: 45_000 }

const { openPage } = withBrowser()
let store: Store
let rep: Member

beforeAll(async () => {
  store = await startStore({ LINK_HOURS })
  rep = await signInAs(store)
  await store.setStock(VIP_JUNIOR.id, STOCK)
})
afterAll(() => store.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const send = (email: string) => sendLink(rep, { email, packageIds: [VIP_JUNIOR.id] })

test('a link whose time runs out while it is open says so, takes no card any more and gives its units back', async () => {
  const stock = await store.stockOf(TRAVIS, VIP_JUNIOR.id)
  const sent = await send('over@example.com')
  const page = await openPage(store)
  await page.goto(`/payment/${sent.token}`)
  await payButton(page).waitFor()

  await heading(page, 'Payment Request Expired').waitFor(LINK_END)
  await page
    .getByText('This payment request has expired. Please contact your sales representative for a new payment link.')
    .waitFor()
  await page.getByText('Its time ran out while this page was open. Nothing was charged.').waitFor()
  expect(await payButton(page).count()).toBe(0)
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id), { timeout: 10_000 }).toBe(stock)

  await page.reload()
  await heading(page, 'Payment Request Expired').waitFor()
  expect(await page.getByText('Carla Customer').count()).toBe(0)
})

test('a payment begun in the last second is let through: the form stays, and the link is paid', async () => {
  const sent = await send('last-second@example.com')
  const page = await openPage(store)
  await page.goto(`/payment/${sent.token}`)
  await fillCard(page, CARDS.threeDSecure)
  await payButton(page).click()
  const challenge = page.frameLocator('dialog iframe')
  await challenge.getByRole('button', { name: 'Complete' }).waitFor()

  // The bank still asks when the time is over.
  await expect
    .poll(() => page.getByRole('timer', { name: 'Time left to pay' }).textContent(), LINK_END)
    .toBe('00:00 left')
  expect(await heading(page, 'Payment Request Expired').count()).toBe(0)
  await page.getByText('Carla Customer').waitFor()
  await challenge.getByRole('button', { name: 'Complete' }).click()

  await heading(page, 'Payment Successful').waitFor()
  const { status } = await rep.call<{ status: string }>('GET', `/api/invoices/${sent.token}`)
  expect(status).toBe('paid')
})

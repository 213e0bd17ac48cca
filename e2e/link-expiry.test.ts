import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { CARDS, fillCard, moveToForm, payButton, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

/** 36 seconds, the shortest a store takes: enough to open a link and type a card, short enough to watch it end. */
const LINK_HOURS = '0.01'
const STOCK = 20
/** How long a person would wait for such a link to expire. */
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

test('a link that expires while it is open ends and returns its units, but not during a payment', async () => {
  const stock = await store.stockOf(TRAVIS, VIP_JUNIOR.id)
  const [left, begun] = [await openPage(store), await openPage(store)]
  await left.goto(`/payment/${(await send('over@example.com')).token}`)
  await moveToForm(left)
  await payButton(left).waitFor()
  const { token } = await send('last-second@example.com')
  await begun.goto(`/payment/${token}`)
  await fillCard(begun, CARDS.threeDSecure)
  await payButton(begun).click()
  const challenge = begun.frameLocator('dialog iframe')
  await challenge.getByRole('button', { name: 'Complete' }).waitFor()

  await heading(left, 'Payment Request Expired').waitFor(LINK_END)
  await left
    .getByText('This payment request has expired. Please contact your sales representative for a new payment link.')
    .waitFor()
  await left.getByText('It expired while this page was open. You were not charged.').waitFor()
  expect(await payButton(left).count()).toBe(0)

  // The bank still asks when the time is over.
  await expect
    .poll(() => begun.getByRole('timer', { name: 'Time left to pay' }).textContent(), LINK_END)
    .toBe('00:00 left')
  expect(await heading(begun, 'Payment Request Expired').count()).toBe(0)
  await begun.getByText('Carla Customer').waitFor()
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id), { timeout: 10_000 }).toBe(stock - 1)
  await left.reload()
  await heading(left, 'Payment Request Expired').waitFor()
  expect(await left.getByText('Carla Customer').count()).toBe(0)
  await left.getByText('Sent by Rita Rep').waitFor()
  expect(await left.getByRole('main').getByRole('link').count()).toBe(1)
  await left.getByRole('main').getByRole('button').click()
  const asked = left.getByText('We asked your sales representative for a new link')
  await asked.waitFor()
  await left.reload()
  await asked.waitFor()
  expect(await left.getByRole('main').getByRole('button').count()).toBe(0)

  await challenge.getByRole('button', { name: 'Complete' }).click()
  await heading(begun, 'Payment Successful').waitFor()
  const { status } = await rep.call<{ status: string }>('GET', `/api/invoices/${token}`)
  expect(status).toBe('paid')
})

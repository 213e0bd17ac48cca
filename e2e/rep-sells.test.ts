import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { cutNext } from './support/cut-connection.ts'
import { memberOf, sendLink } from './support/members.ts'
import { chooseTravis, PREMIER_INVESTOR, putInCart, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, withStore } from './support/store.ts'
import { card, logOut, openAs, openDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
const store = withStore({}, async (store) => {
  await store.setStock(VIP_JUNIOR.id, 1)
  await sendLink(rita, { name: 'Garland Desmond', email: 'garland@example.com', packageIds: [VIP_JUNIOR.id] })
})
const rita = memberOf(store, RITA)
const STOCK = 20
const HOSTILE_NAME = '<img src=x onerror=alert(1)> مريم 🏡'

beforeEach(() => store.setStocks(STOCK))

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const rowSaying = (page: Page, text: RegExp) => page.locator('tbody').getByRole('row').filter({ hasText: text })
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const sendButton = (page: Page) => page.getByRole('button', { name: /Send Invoice to Customer/ })
const hold = (packageId: string) => rita.call('PUT', `/api/packages/${packageId}/reserve`, { quantity: 1 })

async function chooseInMenu(page: Page, customer: string, action: string): Promise<void> {
  await page
    .getByRole('button', { name: `More for ${customer}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** A sale to a known customer by keyboard, and on a phone; the bars of Market Selection. */
const KNOWN_KEYS_MAX = 25
const TAPS_MAX = 9
const CALL_PHONE = { width: 375, height: 760 }

/** Types as a person does, and counts: each character and each key is one, Ctrl+Enter is two. */
function countKeys(page: Page) {
  const counted = { keys: 0 }
  const type = async (text: string): Promise<void> => {
    counted.keys += text.length
    await page.keyboard.type(text)
  }
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      counted.keys += key.split('+').length
      await page.keyboard.press(key)
    }
  }
  return { counted, type, press }
}

const focused = (page: Page) => page.locator('*:focus')
const cell = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const sent = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^Invoice LY-.*${name}`) })

test('a rep finds a market, holds packages by email and by SMS once they are in stock, and gives one back', async () => {
  await store.setStock(PREMIER_INVESTOR.id, 0)
  const page = await openPage(store)
  await openDashboard(page, RITA)
  await page.getByText('Where do they want leads?').waitFor()
  await expectAccessibleAndFits(page, 'market selection')

  await page.getByRole('combobox', { name: 'County, city or ZIP' }).fill('travis tx')
  await page.getByRole('option', { name: /^Travis County, TX/ }).waitFor()
  await page.keyboard.press('Enter')
  await cell(page, 'VIP Junior').and(focused(page)).waitFor()
  // Also with the cells of another county on the screen.
  for (const county of ['Harris', 'Travis']) {
    await page.getByRole('combobox', { name: 'County, city or ZIP' }).fill(`${county} tx`)
    await page.getByRole('option', { name: `${county} County, TX` }).waitFor()
    await page.keyboard.press('Enter')
    await page
      .getByRole('table', { name: `in ${county}` })
      .getByRole('button')
      .and(focused(page))
      .waitFor()
  }
  await openTab(page, 'Browse Packages')
  await page.waitForURL('**/sales-dashboard?state=Texas&county=Travis&tab=packages')
  const addBy = (method: string) => page.getByRole('button', { name: `Add to Cart - ${method}` })
  await addBy('Email').click()
  await seeToast(page, 'VIP package with 20 leads added to cart.')
  await cell(page, 'Premier Investor').focus()
  await page.getByText('0 packages left').waitFor()
  expect(await addBy('Email').isDisabled()).toBe(true)
  expect(await addBy('SMS').isDisabled()).toBe(true)
  await store.setStock(PREMIER_INVESTOR.id, 1)
  await page.getByText('1 package left').waitFor()
  await addBy('SMS').click()
  await seeToast(page, 'PREMIER package with 30 leads added to cart.')
  await expect.poll(() => store.stockOf()).toBe(STOCK - 1)
  await expectAccessibleAndFits(page, 'packages')

  await openTab(page, 'Sales Cart')
  const vip = row(page, 'VIP Exclusive')
  expect(await page.getByRole('timer').count()).toBe(1)
  expect(await vip.textContent()).toMatch(
    /Junior Package, 25 leads \(20 \+ 5 free\).*Travis, Texas.*Email.*Quantity1Price\$299\.00/,
  )
  expect(await row(page, 'Premier Semi-Exclusive').textContent()).toMatch(/SMS Text.*\$279\.00/)
  await page.getByRole('tabpanel').getByText('$578.00').first().waitFor()
  await expectAccessibleAndFits(page, 'cart')

  await vip.getByRole('button', { name: /^Remove VIP/ }).click()
  await seeToast(page, 'Item removed and inventory restored')
  await page.getByRole('tabpanel').getByText('$279.00').first().waitFor()
  expect(await vip.count()).toBe(0)
  await expect.poll(() => store.stockOf()).toBe(STOCK)

  const phone = await openPage(store, { viewport: PHONE })
  await openDashboard(phone, RITA)
  await phone.getByRole('navigation', { name: 'Steps of the sale' }).getByRole('link', { name: 'Sales Cart' }).click()
  await row(phone, 'Premier Semi-Exclusive')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await phone.getByText('Your cart is empty', { exact: true }).waitFor()
})

test('a rep’s cart is separate from the one that the browser had before, which is back after logging out', async () => {
  const visitor = await openPage(store)
  await putInCart(visitor, VIP_JUNIOR.id)
  await chooseTravis(visitor)
  await openAs(visitor, SVEN, '/sales-dashboard?tab=cart')
  await visitor.getByText('Your cart is empty', { exact: true }).waitFor()
  await logOut(visitor)
  await visitor.getByRole('button', { name: /^Cart, 1 item/ }).waitFor()
})

test('every tab can be reached by keyboard, keys can be turned off, and Refresh Data reads what is on screen again', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=requests')
  const isOpen = (name: string) => page.getByRole('tab', { name, exact: true, selected: true }).waitFor()

  for (const key of 'g3') await page.keyboard.press(key)
  await page.waitForURL('**/sales-dashboard?tab=cart')
  await isOpen('Sales Cart')
  // A frame after the key, the focus goes to the panel.
  await page.locator('[role="tabpanel"]:focus, [data-step-region]:focus').waitFor()
  await page.getByRole('tab', { name: 'Sales Cart', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sales-dashboard?tab=packages')
  await isOpen('Browse Packages')

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.waitFor()
  await expectAccessibleAndFits(page, 'keys')
  await keys.getByLabel('Use letter and number shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  for (const key of 'g8') await page.keyboard.press(key)
  await page.keyboard.press('?')
  await isOpen('Browse Packages')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await openTab(page, 'My Profile')
  await card(page, 'Statistics').getByText('Total Customers').waitFor()
  await expectAccessibleAndFits(page, 'my profile')
  const customers = async () =>
    Number(/Total Customers(\d+)/.exec((await card(page, 'Statistics').textContent()) ?? '')?.[1])
  const before = await customers()
  const added = await page.request.post('/api/sales/customers', {
    data: { name: 'Ada Buyer', email: 'ada@example.com', phone: '', address: '', businessName: '', notes: '' },
  })
  expect(added.ok(), await added.text()).toBe(true)
  await page.getByRole('button', { name: 'Refresh Data' }).click()
  await expect.poll(customers).toBe(before + 1)
})

test('two packages go to a known customer by keyboard alone', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=requests')
  const { counted, type, press } = countKeys(page)

  await press('g', '1')
  await page.getByRole('combobox', { name: 'Find the caller' }).and(focused(page)).waitFor()
  await type('mond')
  await press('Enter')
  await page.getByRole('combobox', { name: 'County, city or ZIP' }).and(focused(page)).waitFor()
  await type('78704')
  await press('Enter')
  await cell(page, 'VIP Junior').and(focused(page)).waitFor()
  await press('Enter', 'ArrowDown', 'ArrowRight', 'Enter')
  await page.getByRole('form', { name: 'Invoice' }).getByText('Premier 30').waitFor()
  await expectAccessibleAndFits(page, 'a sale with packages')
  await press('Control+Enter')

  await sent(page, 'Garland Desmond').waitFor()
  await page.getByRole('button', { name: 'New sale' }).and(focused(page)).waitFor()
  expect(counted.keys).toBeLessThanOrEqual(KNOWN_KEYS_MAX)
  expect((await store.mailbox('garland@example.com')).length).toBeGreaterThan(0)
})

test('on a phone, nine taps sell two packages to a known customer, with at most a screen scrolled', async () => {
  const page = await openPage(store, { viewport: CALL_PHONE, hasTouch: true })
  await openDashboard(page, RITA, '?tab=requests')
  let taps = 0
  let scrolled = 0
  const tap = async (target: ReturnType<Page['locator']>) => {
    const before = await page.evaluate(() => scrollY)
    await target.tap()
    scrolled += Math.abs((await page.evaluate(() => scrollY)) - before)
    taps += 1
  }

  await tap(page.getByRole('navigation', { name: 'Most used' }).getByRole('link', { name: 'Sell' }))
  await tap(page.getByRole('combobox', { name: 'Find the caller' }))
  await page.keyboard.type('garland')
  await tap(page.getByRole('option', { name: /Garland Desmond/ }))
  await page.getByRole('combobox', { name: 'County, city or ZIP' }).and(focused(page)).waitFor()
  await page.keyboard.type('78704')
  await tap(page.getByRole('option', { name: /Travis County/ }))
  await tap(cell(page, 'VIP Junior'))
  await cell(page, 'VIP Junior.*1 in the cart').waitFor()
  await tap(cell(page, 'Premier Investor'))
  const sale = page.getByRole('region', { name: 'The sale' })
  await sale.getByText('2 packages').waitFor()
  await tap(sale.getByRole('button', { name: 'Review' }))
  await tap(page.getByRole('button', { name: /Send Invoice to Customer, \$578\.00/ }))

  await sent(page, 'Garland Desmond').waitFor()
  expect(taps).toBeLessThanOrEqual(TAPS_MAX)
  expect(scrolled).toBeLessThanOrEqual(CALL_PHONE.height)
})

test('a rep sends the cart to a new customer; the link is on the screen and in the email', async () => {
  const email = 'mouse@example.com'
  const page = await openPage(store)
  await hold(VIP_JUNIOR.id)
  await openDashboard(page, RITA, '?tab=invoice')
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('option', { name: 'Create New Customer' }).click()
  await page.getByLabel('Full Name').fill(HOSTILE_NAME)
  await page.keyboard.press('Control+Enter')
  await seeToast(page, 'Please fill in customer details and add packages to cart.')
  await page.getByText('Email is required.').waitFor()
  await page.getByLabel('Email').and(focused(page)).fill(email)
  await page.getByLabel('Special Offers / Notes').fill('Five extra leads')
  await page.getByText('The secure link expires in 24 hours.').waitFor()
  await page.getByRole('button', { name: 'Send Invoice to Customer, $299.00' }).click()

  const panel = page.getByRole('region', { name: /^Invoice LY-/ })
  await panel.getByText('Payment request has been sent to the customer via email.').waitFor()
  await panel.getByText(HOSTILE_NAME).waitFor()
  await panel.getByText(`Emailed to ${email}`).waitFor()
  const link = (await panel.getByText(/\/payment\//).textContent()) ?? ''
  const [mail] = await store.mailbox(email)
  expect(mail?.text).toContain(new URL(link).pathname)
  await expect.poll(() => store.stockOf()).toBe(STOCK - 1)
  await panel.getByRole('button', { name: 'New sale' }).click()
  await page.getByRole('combobox', { name: 'Find the caller' }).and(focused(page)).waitFor()

  await openTab(page, 'Payment Requests')
  const sent = row(page, /mouse@example\.com/)
  expect(await sent.textContent()).toMatch(/\$299\.00.*Sent.*Not opened yet.*Expires in 2[34] h/)
})

test('an invoice changed after its reply was lost says that the first one was already sent, and what it says', async () => {
  await hold(VIP_JUNIOR.id)
  const page = await openPage(store, { expects: [/ERR_CONNECTION_RESET/] })
  await openDashboard(page, RITA, '?tab=invoice')
  await page.getByLabel('Full Name').fill('Lola Lost')
  await page.getByLabel('Email').fill('lola@example.com')
  await page.getByRole('button', { name: 'Send Invoice to Customer, $299.00' }).waitFor()
  await cutNext(page, '**/api/send-invoice', { isHeard: true })

  await sendButton(page).click()
  await page.getByText('We can’t tell yet whether the invoice was sent').waitFor()
  await page.getByText('The cart is empty').waitFor()
  await page.getByLabel('Special Offers / Notes').fill('Ten leads on top')
  await sendButton(page).click()

  const panel = page.getByRole('region', { name: /^This invoice was already sent at .*Lola Lost, \$299\.00$/ })
  await panel.getByText('Your changes since then were not sent').waitFor()
  await panel.getByText('Emailed to lola@example.com').waitFor()
  expect(await page.getByLabel('Special Offers / Notes').inputValue()).toBe('Ten leads on top')
  expect(await page.getByText('Invoice Sent', { exact: true }).count()).toBe(0)
  expect(await store.mailbox('lola@example.com')).toHaveLength(1)
})

test('a rep resends, also at a changed price, voids, and repeats it', async () => {
  const email = 'resend@example.com'
  const name = 'Rosa Resend'
  await sendLink(rita, { email, name, packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { expects: [/status of 409/] })
  await openDashboard(page, RITA, '?tab=requests&search=resend')
  await rowSaying(page, /\$299\.00.*Sent/).waitFor()

  await chooseInMenu(page, name, 'Resend')
  await page.getByRole('button', { name: 'Send a new link, $299.00' }).click()
  await seeToast(page, 'Payment Request Sent')
  await rowSaying(page, /Replaced/).waitFor()
  await expect.poll(async () => (await store.mailbox(email)).length).toBe(2)

  await chooseInMenu(page, name, 'Cancel link')
  await expectAccessibleAndFits(page, 'the question before a cancellation')
  await page.getByRole('button', { name: 'Cancel the link, $299.00' }).click()
  await rowSaying(page, /Canceled/).waitFor()
  await expect.poll(() => store.stockOf()).toBe(STOCK)

  await store.setPrice({ leadType: 'vacant', tier: 'vip', size: 20, basePrice: 309 })
  await openTab(page, 'Sales History')
  await page.getByLabel('Status').selectOption('All statuses')
  await page.getByRole('button', { name: `Resend to ${name}` }).click()
  await page.getByRole('button', { name: 'Send a new link, $299.00' }).click()
  const changed = page.getByRole('dialog').getByRole('status').filter({ hasText: 'The amount changed' })
  expect(await changed.textContent()).toMatch(/was \$299\.00.*now \$309\.00/)
  await page.getByRole('button', { name: 'Agree and send, $309.00' }).click()
  await rowSaying(page, /\$309\.00.*Sent/).waitFor()
  await store.setPrice({ leadType: 'vacant', tier: 'vip', size: 20, basePrice: 299 })

  await openTab(page, 'Payment Requests')
  await chooseInMenu(page, name, 'Repeat')
  await page.getByRole('button', { name: 'Send Invoice to Customer, $299.00' }).and(focused(page)).waitFor()
  await page.getByRole('region', { name: 'Caller' }).getByText(email).waitFor()
})

test('another rep sees none of it: no customer, no request, no invoice', async () => {
  const sent = await sendLink(rita, { email: 'secret@example.com', name: 'Sara Secret', packageIds: [VIP_JUNIOR.id] })
  const [customer] = await rita.call<{ id: string }[]>('GET', '/api/sales/customers?search=secret')
  const page = await openPage(store, { expects: [/status of 404/] })
  await openDashboard(page, SVEN, '?tab=requests')

  await page.getByText('Nothing sent yet').waitFor()
  await openTab(page, 'Customer Database')
  await page.getByText('No customers yet').waitFor()
  await page.goto(`/sales-dashboard?tab=customers&customer=${customer?.id}`)
  await page.getByRole('heading', { name: 'Customer not found' }).waitFor()
  await page.goto(`/invoice/${sent.token}`)
  await page.getByRole('heading', { name: 'Invoice Not Found' }).waitFor()
})

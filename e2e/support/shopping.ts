/** The steps of a buyer: finds things by role and label, and waits for what a person sees. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const FIPS = {
  Bell: '48027',
  Bexar: '48029',
  Brazoria: '48039',
  Collin: '48085',
  Dallas: '48113',
  Denton: '48121',
  Galveston: '48167',
  Harris: '48201',
  Hays: '48209',
  Lubbock: '48303',
  Nueces: '48355',
  Tarrant: '48439',
  Travis: '48453',
  Williamson: '48491',
}

/** A county of Texas with two of its packages. */
export const packagesOf = (county: keyof typeof FIPS) => ({
  place: { state: 'Texas', county },
  path: `/leads?state=Texas&county=${county}`,
  vip: { id: `${FIPS[county]}-vacant-vip-20`, name: 'VIP Junior Package', price: '$299.00' },
  premier: { id: `${FIPS[county]}-vacant-premier-30`, name: 'Premier Investor Package', price: '$279.00' },
})

export const { place: TRAVIS, vip: VIP_JUNIOR, premier: PREMIER_INVESTOR } = packagesOf('Travis')

/** The sandbox's cards; the README has all of them. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  threeDSecure: '4000 0027 6000 3184',
}

export const packageRow = (page: Page, name: string = VIP_JUNIOR.name) =>
  page.getByRole('article', { name, exact: true })
export const cartDialog = (page: Page) => page.getByRole('dialog')
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
export const cardField = (page: Page, label: string) =>
  page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel(label)

/** Opens the leads page and selects the county by hand. */
export async function chooseTravis(page: Page): Promise<void> {
  await page.goto('/leads')
  await page.getByLabel('State', { exact: true }).selectOption(TRAVIS.state)
  await page.getByLabel('County', { exact: true }).selectOption(TRAVIS.county)
  await packageRow(page).waitFor()
}

/** How what is added from now on is delivered. */
export const deliverBy = (page: Page, method: 'Email' | 'SMS'): Promise<void> =>
  page.getByRole('group', { name: 'Delivery', exact: true }).getByRole('radio', { name: method }).check()

/** Adds a package and waits until it counts as in the cart. "Added!" shows only for a second, so it alone may be missed. */
export async function addToCart(page: Page, name: string = VIP_JUNIOR.name): Promise<void> {
  const row = packageRow(page, name)
  const [before = '0'] = await row.getByText(/^\d+ in cart$/).allInnerTexts()
  const next = row.getByText(`${Number.parseInt(before, 10) + 1} in cart`, { exact: true })
  await row.getByRole('button', { name: 'Add to Cart' }).click()
  await row.getByRole('button', { name: 'Added!' }).or(next).first().waitFor()
}

/** Opens the leads page and adds Travis's smallest VIP package. */
export async function addVip(page: Page): Promise<void> {
  await chooseTravis(page)
  await addToCart(page)
}

/** From the leads page through the cart to the filled contact form. */
export async function goToCheckout(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: /^Cart \(/ }).click()
  await cartDialog(page).getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Full Name').fill('Ada Buyer')
}

export const openDetails = (page: Page): Promise<void> => page.getByText('Add phone or business details').click()

/** {@link addVip}, and on to the filled contact form. */
export async function takeVipToCheckout(page: Page, email: string): Promise<void> {
  await addVip(page)
  await goToCheckout(page, email)
}

const cardForm = (page: Page) => page.locator('iframe[title="Secure payment input frame"]')

/** Waits for the card form and moves the pointer, as a person does: that makes a payment link count as opened at once. */
export async function moveToForm(page: Page): Promise<void> {
  await cardForm(page).waitFor()
  await page.mouse.move(3, 3)
  // A pointer that stays where it is would not count as moved.
  await page.mouse.move(5, 5)
}

export async function fillCard(page: Page, number: string = CARDS.good): Promise<void> {
  await moveToForm(page)
  await cardField(page, 'Card number').fill(number)
  await cardField(page, 'Expiration date').fill('12 / 40')
  await cardField(page, 'Security code').fill('123')
}

/** Fills the card's fields and pays. */
export async function payByCard(page: Page, number?: string): Promise<void> {
  await fillCard(page, number)
  await payButton(page).click()
}

/** Waits for the thank-you page. @returns the order's reference */
export async function seeReceipt(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
  const text = await page.getByRole('region', { name: 'Order' }).textContent()
  const reference = /LY-[0-9A-Z]{8}/.exec(text ?? '')?.[0]
  expect(reference, 'a reference on the receipt').toBeDefined()
  return reference ?? ''
}

/** Buys Travis's smallest VIP package by card, on the pages. @returns the order's reference */
export async function buyVip(page: Page, email: string): Promise<string> {
  await takeVipToCheckout(page, email)
  await payByCard(page)
  return seeReceipt(page)
}

async function call(page: Page, method: string, path: string, data?: object) {
  const reply = await page.request.fetch(`/api/${path}`, { method, ...(data ? { data } : {}) })
  if (!reply.ok()) throw new Error(`${path} was answered ${reply.status()}: ${await reply.text()}`)
  return reply.json()
}

/** Puts a package into the visitor's cart with the calls that its button makes. */
export async function putInCart(page: Page, packageId: string): Promise<void> {
  await call(page, 'PUT', `packages/${packageId}/reserve`, { quantity: 1 })
  await call(page, 'POST', 'cart', { packageId, deliveryMethod: 'email' })
}

/** Buys a package with the calls that the pages make, for what comes after a purchase. @returns its reference */
export async function buyAtOnce(page: Page, email: string, packageId = VIP_JUNIOR.id): Promise<string> {
  const contactInfo = { fullName: 'Ada Buyer', email }
  await putInCart(page, packageId)
  const { total } = await call(page, 'GET', 'cart')
  const opening = { amount: total, contactInfo }
  const { paymentId, clientSecret } = await call(page, 'POST', 'create-payment-intent', opening)
  const { payments } = await call(page, 'GET', 'config')
  const confirmed = await page.request.post(`/sandbox/stripe/v1/payment_intents/${paymentId}/confirm`, {
    headers: { authorization: `Bearer ${payments.publishableKey}` },
    form: { client_secret: clientSecret, payment_method: 'pm_card_visa' },
  })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
  const order = { userId: 1, status: 'completed', paymentMethod: 'stripe', paymentId }
  return (await call(page, 'POST', 'orders', order)).reference
}

/** Steps for the table of screens: shortcuts to a state that a buyer would reach by clicking. */
import type { Locator, Page, Route } from 'playwright-core'
import {
  CARDS,
  cartDialog,
  fillCard,
  PREMIER_INVESTOR,
  packageRow,
  payButton,
  putInCart,
  VIP_JUNIOR,
} from '../../e2e/support/shopping.ts'

export const TRAVIS_PAGE = '/leads?state=Texas&county=Travis'
export const SOLD_OUT_PAGE = '/leads?state=Texas&county=Loving'
const PACKAGES_CALL = '**/api/packages/**'

const BUYER = { fullName: 'Ada Buyer', email: 'ada@example.com' }

/** Opens the page and waits for its title. */
export async function open(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}

/** Waits for a receipt's order number. */
export const seeReference = (page: Page): Promise<void> =>
  page
    .getByText(/\bLY-[0-9A-Z]{8}\b/)
    .first()
    .waitFor()

/** Opens Travis County with everything for sale there. */
export async function openTravis(page: Page): Promise<void> {
  await page.goto(TRAVIS_PAGE)
  await packageRow(page, VIP_JUNIOR.name).waitFor()
}

/** The calls for packages never return. */
export const neverAnswerPackages = (page: Page): Promise<unknown> => page.route(PACKAGES_CALL, () => {})

/** The calls for packages fail as if the connection broke. */
export const breakPackages = (page: Page): Promise<unknown> =>
  page.route(PACKAGES_CALL, (route: Route) => route.abort())

/** Puts two packages in the cart. */
export async function fillCart(page: Page): Promise<void> {
  for (const { id } of [VIP_JUNIOR, PREMIER_INVESTOR]) await putInCart(page, id)
}

/** Gives everything back, so that the next picture finds the same stock. */
export async function emptyCart(page: Page): Promise<void> {
  const cart: { lines: { holdId: string; packageId: string }[] } = await (await page.request.get('/api/cart')).json()
  for (const { packageId, holdId } of cart.lines) {
    await page.request.put(`/api/packages/${packageId}/release`, { data: { quantity: 1, holdId } })
  }
}

/** @param form the page, or the dialog, because the page behind it has other fields called "Email" */
export async function fillContact(form: Page | Locator): Promise<void> {
  await form.getByLabel('Full Name').fill(BUYER.fullName)
  await form.getByLabel('Email').fill(BUYER.email)
}

/** The card form is in the provider's own frame. */
export const waitForCardForm = (page: Page): Promise<void> =>
  page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number').waitFor()

export async function openCheckout(page: Page): Promise<void> {
  await fillCart(page)
  await open(page, '/checkout', 'Checkout')
  await waitForCardForm(page)
  await payButton(page).waitFor()
}

export async function openCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Cart \(/ }).click()
  await cartDialog(page).waitFor()
}

/** Goes from the filled cart to its contact form, as the dialog does. */
export async function openCartContact(page: Page): Promise<void> {
  await fillCart(page)
  await openTravis(page)
  await openCart(page)
  await cartDialog(page).getByRole('button', { name: 'Pay here instead' }).click()
  await cartDialog(page).getByLabel('Full Name').waitFor()
}

/** Goes on to the payment panel, with the card tab chosen. */
export async function openCartPayment(page: Page): Promise<void> {
  await openCartContact(page)
  await fillContact(cartDialog(page))
  await cartDialog(page).getByRole('button', { name: 'Proceed to Payment' }).click()
  await cartDialog(page).getByRole('heading', { name: 'Secure Payment' }).waitFor()
}

export async function payInCart(page: Page): Promise<void> {
  await fillCard(page, CARDS.good)
  await cartDialog(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click()
}

/** A toast's message is also shown inline; the picture shows what stays. */
export async function dismissToast(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Dismiss' })
  await button.click()
  await button.waitFor({ state: 'detached' })
}

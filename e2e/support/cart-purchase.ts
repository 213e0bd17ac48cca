import type { Page } from 'playwright-core'
import { addVip, cartDialog } from './shopping.ts'

export const pressIn = (page: Page, name: string) => cartDialog(page).getByRole('button', { name }).click()
export const openCart = (page: Page) => page.getByRole('button', { name: /^Cart \(/ }).click()

/** From the leads page to the contact form of the dialog. */
export async function goToContact(page: Page): Promise<void> {
  await addVip(page)
  await openCart(page)
  await pressIn(page, 'Pay without leaving this page')
  await seeContact(page)
}

/** From the contact form to the payment panel. */
export async function goOnToPanel(page: Page, email: string): Promise<void> {
  await cartDialog(page).getByLabel('Full Name').fill('Ada Buyer')
  await cartDialog(page).getByLabel('Email').fill(email)
  await pressIn(page, 'Proceed to Payment')
  await seePanel(page)
}

/** From the leads page to the payment panel of the dialog. */
export async function goToPanel(page: Page, email: string): Promise<void> {
  await goToContact(page)
  await goOnToPanel(page, email)
}

const seeTitle = (page: Page, name: string) => cartDialog(page).getByRole('heading', { name }).waitFor()
export const seeContact = (page: Page) => seeTitle(page, 'Contact Information')
export const seePanel = (page: Page) => seeTitle(page, 'Secure Payment')
export const seeSuccess = (page: Page) => seeTitle(page, 'Payment Successful!')

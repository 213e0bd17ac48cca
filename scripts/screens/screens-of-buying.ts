/** The lines of screens.ts from the cart to the receipt. */
import { CARDS, cartDialog, fillCard, payButton } from '../../e2e/support/shopping.ts'
import type { Screen } from './screen.ts'
import {
  dismissToast,
  fillCart,
  fillContact,
  open,
  openCart,
  openCartContact,
  openCartPayment,
  openCheckout,
  openTravis,
  payInCart,
  seeReference,
  waitForCardForm,
} from './steps.ts'

export const CART: readonly Screen[] = [
  {
    screen: 'cart',
    state: 'empty',
    shows: 'nothing in the cart',
    async show(page) {
      await openTravis(page)
      await openCart(page)
      await cartDialog(page).getByText('Your cart is empty').waitFor()
    },
  },
  {
    screen: 'cart',
    state: 'lines',
    shows: 'two packages, how long they are held, and the total',
    async show(page) {
      await fillCart(page)
      await openTravis(page)
      await openCart(page)
      await cartDialog(page).getByRole('heading', { name: 'VIP Junior Package' }).waitFor()
    },
  },
  { screen: 'cart', state: 'contact', shows: 'the contact form inside the dialog', show: openCartContact },
  {
    screen: 'cart',
    state: 'payment-card',
    shows: 'paying by card inside the dialog',
    async show(page) {
      await openCartPayment(page)
      await waitForCardForm(page)
    },
  },
  {
    screen: 'cart',
    state: 'payment-cash-app',
    shows: 'the cash app’s code, amount and reference',
    async show(page) {
      await openCartPayment(page)
      await cartDialog(page)
        .getByRole('tab', { name: /cash app/i })
        .click()
      await cartDialog(page)
        .getByRole('button', { name: /^Pay \$/ })
        .click()
      await cartDialog(page).getByRole('button', { name: 'Copy Payment Details' }).waitFor()
    },
  },
  {
    screen: 'cart',
    state: 'success',
    shows: 'paid inside the dialog',
    async show(page) {
      await openCartPayment(page)
      await payInCart(page)
      await cartDialog(page).getByRole('heading', { name: 'Payment Successful!' }).waitFor()
      await dismissToast(page)
    },
  },
]

export const CHECKOUT: readonly Screen[] = [
  {
    screen: 'checkout',
    state: 'empty',
    shows: 'nothing to check out',
    async show(page) {
      await open(page, '/checkout', 'Checkout')
      await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
    },
  },
  { screen: 'checkout', state: 'form', shows: 'contact, order and card', isTall: true, show: openCheckout },
  {
    screen: 'checkout',
    state: 'declined',
    shows: 'the card was declined; everything typed is kept',
    isTall: true,
    async show(page) {
      await openCheckout(page)
      await fillContact(page)
      await fillCard(page, CARDS.declined)
      await payButton(page).click()
      await page.getByRole('main').getByText('Payment Failed').waitFor()
      await dismissToast(page)
    },
  },
  {
    screen: 'checkout',
    state: 'credit-code',
    shows: 'the code for store credit, typed wrong',
    isTall: true,
    async show(page) {
      await openCheckout(page)
      await fillContact(page)
      const credit = page.getByRole('region', { name: 'Store credit' })
      await credit.getByRole('button', { name: 'Use store credit' }).click()
      await credit.getByLabel('Six-digit code').fill('000000')
      await credit.getByRole('button', { name: 'Use credit' }).click()
      await credit.getByText('That code is wrong or expired').waitFor()
    },
  },
]

export const AFTERWARDS: readonly Screen[] = [
  {
    screen: 'payment-success',
    state: 'confirmed',
    shows: 'thanks, the receipt and what happens next',
    isTall: true,
    async show(page, { orderToken }) {
      await open(page, `/payment-success?order=${orderToken}`, 'Thank you for your order')
      await seeReference(page)
    },
  },
  {
    screen: 'order',
    state: 'paid',
    shows: 'the order’s own page, which mails link to',
    isTall: true,
    async show(page, { orderToken }) {
      await open(page, `/order/${orderToken}`, 'Your order')
      await seeReference(page)
    },
  },
  {
    screen: 'order',
    state: 'credit',
    shows: 'an order that was late, and the store credit that it brought',
    isTall: true,
    async show(page, { orderToken }) {
      const credit = { earned: 29.9, returning: 0, takenBack: 0, granted: 0, refunded: 0 }
      await page.route('**/api/order-credits/*', (route) => route.fulfill({ json: credit }))
      await open(page, `/order/${orderToken}`, 'Your order')
      await page.getByText('You earned $29.90 in store credit on this order').waitFor()
    },
  },
  {
    screen: 'order',
    state: 'not-found',
    shows: 'a link to an order that does not exist',
    show: (page) => open(page, '/order/no-such-order-no-such-order', 'Order Not Found'),
  },
  {
    screen: 'not-found',
    state: 'page',
    shows: 'any address that is not ours',
    show: (page) => open(page, '/no-such-page', /404/),
  },
]

import { test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { withSharedStore } from './support/store.ts'

const { openPage } = withBrowser()
const store = withSharedStore()

test('screens that no purchase comes through are accessible and fit', async () => {
  const page = await openPage(store, { viewport: PHONE, expects: [/status of 404/] })
  const heading = (name: string) => page.getByRole('heading', { name })
  for (const [screen, path, shown] of [
    ['home', '/', page.getByRole('link', { name: 'Start Buying Leads Today' })],
    [
      'leads, nothing chosen',
      '/leads',
      page.getByText('Please select a state and county to view available lead packages.'),
    ],
    ['checkout, empty', '/checkout', page.getByText('Your cart is empty')],
    ['order not found', '/order/no-such-order-no-such-order', heading('Order Not Found')],
    ['delivery not found', `/delivery/${'A'.repeat(27)}`, heading('This link is not valid')],
    ['payment link not found', '/payment/guessed', heading('Payment Request Not Found')],
    ['no payment', '/payment-success', heading('There is no order to show')],
    ['404', '/no-such-page', heading('404')],
  ] as const) {
    await page.goto(path)
    await shown.waitFor()
    await expectAccessibleAndFits(page, screen)
  }
})

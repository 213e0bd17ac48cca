/** What buyers do with money and leads, in Firefox and in WebKit. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { mailedLink } from './support/mailed-links.ts'
import { memberOf, payLink, sendLink } from './support/members.ts'
import { button, field, OTHER_BROWSERS, text, type Visitor } from './support/other-browsers.ts'
import { CARDS, packagesOf, VIP_JUNIOR } from './support/shopping.ts'
import { withSharedStore } from './support/store.ts'

const { vip } = packagesOf('Nueces')
const store = withSharedStore((opened) => Promise.all([opened.setStocks(5), opened.addLeads(vip.id, 60)]))

async function payByCard(visitor: Visitor): Promise<void> {
  const card = { 'Card number': CARDS.good, 'Expiration date': '12 / 40', 'Security code': '123' }
  for (const [label, value] of Object.entries(card))
    await visitor.fill(field(label), value, 'Secure payment input frame')
  await visitor.press(button(`Pay ${VIP_JUNIOR.price}`))
}

describe.each(OTHER_BROWSERS)('in %s', (name, open) => {
  const addressFor = (what: string) => `${what}-${name.toLowerCase()}@example.com`
  const visit = async (path: string) => {
    const visitor = await open(store.url)
    onTestFinished(() => visitor.close())
    await visitor.goto(path)
    return visitor
  }

  test('a package is bought by card, from the county page to the success page', async () => {
    const visitor = await visit('/leads?state=Texas&county=Travis')
    await visitor.press(button('Add to Cart', VIP_JUNIOR.name))
    await visitor.press(button('Cart (1)'))
    await visitor.press(button('Proceed to Checkout'))
    await visitor.fill(field('Email'), addressFor('buyer'))
    await visitor.fill(field('Full Name'), 'Ada Buyer')
    await payByCard(visitor)
    await visitor.see(text('Thank you for your order'))
    await expect.poll(() => store.mailbox(addressFor('buyer'))).toHaveLength(1)
  })

  test('a payment link that a rep sent is paid', async () => {
    const { token } = await sendLink(memberOf(store), { email: addressFor('link'), packageIds: [VIP_JUNIOR.id] })
    const visitor = await visit(`/payment/${token}`)
    await payByCard(visitor)
    await visitor.see(text('Payment Successful'))
  })

  test('bought leads are read, one is marked as called, and one with a dead number is made good', async () => {
    const sent = await sendLink(memberOf(store), { email: addressFor('leads'), packageIds: [vip.id] })
    await payLink(store, sent)
    const [dead, called] = await store.leadsOf(sent.reference)
    await store.killPhones(sent.reference, 1)
    const path = await mailedLink(store, addressFor('leads'), '/delivery/')
    const visitor = await visit(path)
    await visitor.press(button('Called', called?.address))
    await visitor.press(button('Bad number', dead?.address))
    await visitor.fill(field('Anything else?'), 'Not in service.')
    await visitor.press(button('Report 1 lead'))
    await visitor.see(text('Made good'))
    // With the same fragment, the browser would stay on the page as it is.
    await visitor.goto(path.replace(/#.*/, ''))
    await visitor.see(text('Replaced'))
    await visitor.see(`${button('Called', called?.address)}[@aria-pressed="true"]`)
  })
})

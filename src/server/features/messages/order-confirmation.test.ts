import { describe, expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { aLine as aDocumentLine } from '#testing/documents.ts'
import { composeMoneyReturned } from './compose-order-message.ts'
import { composeOrderConfirmation } from './order-confirmation.ts'
import { writeLetter } from './write-letter.ts'

const BRAND = { name: 'Leadyard', subsidiary: 'Leads by county', supportEmail: 'help@example.com' }
const DESK_URL = 'https://store.test/desk'
const STATUS_URL = 'https://store.test/order/abcdefghijklmnopqrstuvwx'
type Line = OrderRow['lines'][number]
const TRAVIS = { hold_id: 'hld_1', package_id: '48453-vacant-vip-20', state: 'Texas', county: 'Travis' }
const aLine = (changes: Partial<Line> = {}): Line => aDocumentLine({ ...TRAVIS, ...changes })

const anOrder = (changes: Partial<OrderRow> = {}): OrderRow => ({
  ...{ order_id: 'ord_1', reference: 'LY-7K3M9QXD', token: 'abcdefghijklmnopqrstuvwx', owner_id: 'cart:1' },
  ...{ payment_request_id: null, revision: 1, is_frozen: false, payer_id: null },
  ...{ total_cents: 149_900, credit_cents: 0, refunded_cents: 0, refund_state: null },
  ...{ full_name: 'Bea Buyer', email: 'bea@example.com', pay_until: null, close_reason: null, decision_note: null },
  state: 'paid',
  payment_method: 'stripe',
  card: 'Visa ending in 4242',
  created_at: new Date('2026-11-20T10:00:00Z'),
  paid_at: new Date('2026-11-20T10:05:00Z'),
  lines: [
    aLine(),
    aLine({
      ...{ line_number: 2, size: 100, county: 'Doña Ana', state: 'New Mexico', price_cents: 120_000 },
      ...({ tier: 'premium', lead_type: 'owner', delivery_method: 'sms' } as const),
    }),
  ],
  ...changes,
})

const mailOf = (changes: Partial<OrderRow> = {}, returningCreditBps = 500) =>
  writeLetter(
    composeOrderConfirmation(
      anOrder(changes),
      { timeZone: 'America/New_York', returningCreditBps },
      { statusUrl: STATUS_URL, deskUrl: DESK_URL, confirmUrl: null },
    ),
    BRAND,
  )

const lost = aLine({ outcome: 'refunded' })
const bought = aLine({ line_number: 2, tier: 'premier', price_cents: 19_900 })

describe('the order confirmation', () => {
  test('promises credit to returning customers only if the store gives it', () => {
    expect(mailOf().text).toContain('Returning customers get credits')
    expect(mailOf({}, 0).text).not.toContain('Returning')
  })

  test('lists what was bought, the prices and the next steps in both parts', () => {
    const mail = mailOf()
    expect(mail.subject).toContain('LY-7K3M9QXD')
    for (const told of [mail.text, mail.html]) {
      for (const words of [
        '20 leads',
        '100 leads',
        'Travis County, Texas',
        'Doña Ana County, New Mexico',
        'by Email',
        'by SMS Text',
      ])
        expect(told).toContain(words)
      for (const amount of ['$299.00', '$1,200.00', '$1,499.00']) expect(told).toContain(amount)
      for (const words of ['LY-7K3M9QXD', 'Hello Bea Buyer', 'November 21, 2026', '5:05 AM ET', 'What happens next'])
        expect(told).toContain(words)
      for (const contact of [STATUS_URL, DESK_URL, 'help@example.com']) expect(told).toContain(contact)
      expect(told).not.toMatch(/undefined|null|NaN|\[object/)
    }
  })

  test('of an order that was already delivered does not promise delivery', () => {
    const { text, html } = mailOf({ state: 'processed' })
    for (const part of [text, html]) {
      expect(part).toContain('Your order has already been delivered. Look for our other message.')
      expect(part).not.toMatch(/24 hours|Your leads come by/)
    }
  })

  test('has plain text in its text part and a page in its HTML part', () => {
    const mail = mailOf()
    expect(mail.text).not.toMatch(/<\w/)
    expect(mail.html).toMatch(/^<!doctype html>/)
    expect(mail.html).toContain('lang="en"')
    expect(mail.html).not.toMatch(/<script|<img|<form|javascript:/)
  })

  test('shows the price of a line after offers and explains each offer', () => {
    const offers = [
      { offerId: 'off_1', name: '30% Discount', cents: 8_970, leads: 0 },
      { offerId: 'off_2', name: '5 Extra Leads', cents: 0, leads: 5 },
      { offerId: 'off_3', name: 'Ten <less>', cents: 1_000, leads: 0 },
    ]
    const lines = [aLine({ discount_cents: 9_970, bonus_leads: 5, offers })]

    const { text, html } = mailOf({ total_cents: 19_930, lines })

    for (const words of ['Price before offers $299.00', '30% Discount −$89.70', '$199.30', '25 leads (20 + 5 free)'])
      expect(text).toContain(words)
    expect(text).not.toContain('5 Extra Leads')
    expect(html).toContain('Ten &lt;less&gt; −$10.00')
  })

  test.each([
    ['of a buyer without one', { full_name: null }],
    ['that is free, since anyone can place one for any address', { total_cents: 0 }],
    ['whose name would become a link', { full_name: 'Bea evil.com' }],
  ])('does not greet by name in an order %s', (_what, changes) => {
    expect(mailOf(changes).text).toMatch(/^Hello,$/m)
  })

  test('escapes what buyers typed and keeps it out of the subject', () => {
    const name = `<script>alert(1)</script>" onload='x' & "</td>`
    const mail = mailOf({ full_name: name, lines: [aLine({ county: '<b>Travis</b>' })] })
    expect(mail.html).not.toMatch(/<script|<b>Travis|onload='/)
    expect(mail.html).toContain('&lt;b&gt;Travis&lt;/b&gt;')
    expect(mail.subject).not.toContain('script')
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })

  test('shows the refunded line and the amount that goes back in both parts', () => {
    const mail = mailOf({ total_cents: 49_800, refunded_cents: 29_900, lines: [lost, bought] })
    expect(mail.subject).toContain('is confirmed')
    for (const told of [mail.text, mail.html]) {
      expect(told.match(/\(?refunded\)?/g)?.length).toBeGreaterThanOrEqual(2)
      expect(told).toContain('$299.00 goes back to your card')
      expect(told).toContain('$498.00')
    }
  })

  test('does not mention later refunds, which get an email of their own', () => {
    const later = mailOf({ total_cents: 19_900, refunded_cents: 5_000, lines: [bought] })
    const both = mailOf({ total_cents: 49_800, refunded_cents: 34_900, lines: [lost, bought] })
    expect(later.text).not.toContain('goes back')
    expect(both.text).toContain('$299.00 goes back to your card')
  })
})

describe('the email about a full refund', () => {
  const returned = (reason: 'no_stock' | 'not_ours', changes: Partial<OrderRow> = {}) =>
    writeLetter(composeMoneyReturned(anOrder(changes), { amountCents: toCents(29_900), reason }, STATUS_URL), BRAND)

  test.each(['no_stock', 'not_ours'] as const)('says in both parts what happens to the money (%s)', (reason) => {
    const mail = returned(reason)
    expect(mail.subject).toBe('Order LY-7K3M9QXD: refunded')
    for (const told of [mail.text, mail.html]) {
      expect(told).toContain('Your payment of $299.00 for order LY-7K3M9QXD')
      expect(told).toContain('We are refunding the full amount to your card: $299.00.')
      for (const words of [
        'Hello Bea Buyer',
        '5 to 10 business days',
        'Travis County, Texas',
        STATUS_URL,
        'help@example.com',
      ])
        expect(told).toContain(words)
      expect(told).not.toMatch(/within 24 hours|hank you for your order|undefined|null|NaN|\[object/)
    }
  })

  test('escapes what buyers typed and keeps it out of the subject', () => {
    const changes = { full_name: '<script>1</script>', lines: [aLine({ county: '<b>' })] }
    const { html, subject } = returned('not_ours', changes)
    expect(html).not.toMatch(/<script|<b>/)
    expect(subject).not.toContain('script')
  })
})

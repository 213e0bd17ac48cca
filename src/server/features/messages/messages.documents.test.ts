import { describe, expect, test } from 'vitest'
import { aLine, content, RECEIPT } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-text.ts'
import type { DocumentContent } from './document-layout.ts'
import { type ReceiptContent, renderInvoice, renderReceipt } from './order-documents.ts'

const URL = 'https://store.test/payment/abcdefghijklmnopqrstuvwx'
const LINK = { url: URL, expiresAt: new Date('2026-11-22T05:07:00Z') }
const anInvoice = async (
  changes: Partial<DocumentContent> = {},
  payment: typeof LINK | null = LINK,
  paidAt: Date | null = null,
) => readPdf(await renderInvoice({ ...content(changes), payment, paidAt }))

const aReceipt = async (changes: Partial<ReceiptContent> = {}) =>
  readPdf(await renderReceipt({ ...content(), ...RECEIPT, ...changes }))

const words = ({ pages }: { pages: string[] }) => pages.join(' ')

describe('an invoice', () => {
  test('shows the amount due, both parties, the deadline with its time zone, and where to pay', async () => {
    const invoice = await anInvoice()

    expect(invoice.title).toBe('Invoice LY-7K3M9QXD')
    expect(invoice.pages).toHaveLength(1)
    for (const expected of [
      ...['Leadyard', 'LY-7K3M9QXD', 'November 20, 2026 at 10:00 AM ET', 'November 22, 2026 at 12:07 AM ET'],
      ...['Zoë Blue', 'Blue Homes LLC', 'zoe@example.com', '1 Main St', 'VIP Junior Package: 20 leads', '$299.00'],
      ...['Vacant Houses, Doña Ana County, New Mexico. Delivery by Email.', 'Premium Enterprise Package: 100 leads'],
      ...['$1,200.00', 'Amount due', '$1,499.00', 'Pay $1,499.00 online by November 22, 2026 at 12:07 AM ET'],
      'Page 1 of 1',
    ])
      expect(words(invoice)).toContain(expected)
    expect(words(invoice).replaceAll(' ', '')).toContain(URL)
  })

  test('shows of the brand only what names the seller', async () => {
    const brand = { ...content().brand, vipGroupUrl: 'https://vip.example.com' }

    const seller =
      'SOLD BY Leadyard Leads by county 100 Example Street, Austin, TX 78701 (512) 555-0100 help@example.com PACKAGE'
    expect(words(await anInvoice({ brand }, null))).toContain(seller)
    const without = words(await aReceipt({ contact: ['', ''] }))
    expect(without).toContain('SOLD BY Leadyard Leads by county help@example.com PACKAGE')
  })

  test('has a link that can be clicked', async () => {
    const file = Buffer.from(await renderInvoice({ ...content(), payment: LINK, paidAt: null })).toString('latin1')

    expect(file).toContain(`/URI (${URL})`)
  })

  test('asks for no money and shows no link once its link has ended', async () => {
    const text = words(await anInvoice({}, null))

    expect(text).toContain('The payment link for this invoice has expired')
    expect(text).not.toMatch(/Amount due|Pay \$|https:/)
  })

  test('shows when it was paid, nothing due and no link once it is paid', async () => {
    const text = words(await anInvoice({}, null, new Date('2026-11-21T16:30:00Z')))

    expect(text).toContain('This invoice was paid on November 21, 2026 at 11:30 AM ET')
    expect(text).toContain('Amount due $0.00')
    expect(text).not.toMatch(/link for this invoice has expired|Pay \$|https:/)
  })

  test('shows the rep’s note line by line', async () => {
    const [page] = (await anInvoice({ note: 'Two counties to start with.\n\nCall me (any time).' })).pages

    expect(page).toContain('Two counties to start with.')
    expect(page).toContain('Call me (any time).')
  })

  test('explains the offers on a line and wraps the explanation', async () => {
    const offers = [
      {
        offerId: 'off_1',
        name: 'Everything for our oldest friends in the whole of New Mexico',
        cents: 9_900,
        leads: 0,
      },
      { offerId: 'off_2', name: '5 Extra Leads', cents: 0, leads: 5 },
    ]
    const line = aLine({ discount_cents: 9_900, bonus_leads: 5, offers })

    const text = words(await anInvoice({ lines: [line], totalCents: 20_000 }))

    expect(text).toContain(
      'Price before offers $299.00. Everything for our oldest friends in the whole of New Mexico -$99.00.',
    )
    expect(text).toContain('25 leads (20 + 5 free)')
    expect(text).toContain('$200.00')
  })

  test('fits 12 lines on one page and spreads 40 over several, each with its header, no line twice', async () => {
    const numbered = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        aLine({
          county: `Place ${index + 1}`,
          line_number: index + 1,
          bonus_leads: 5,
          offers: [{ offerId: 'off_1', name: '5 Extra Leads', cents: 0, leads: 5 }],
        }),
      )

    const short = await anInvoice({ lines: numbered(12) })
    const long = await anInvoice({ lines: numbered(40) })

    expect(short.pages).toHaveLength(1)
    expect(long.pages.length).toBeGreaterThan(1)
    for (const [index, page] of long.pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${long.pages.length}`)
      if (index > 0) expect(page).toContain('Invoice LY-7K3M9QXD, continued')
    }
    expect(long.pages[1]).toContain('PACKAGE')
    for (let number = 1; number <= 40; number += 1)
      expect(words(long).split(`, Place ${number} County, `)).toHaveLength(2)
    expect(words(long).split('Amount due')).toHaveLength(2)
  })
})

test('a receipt shows when and how it was paid, the payment’s ID, and by when the order is processed', async () => {
  const receipt = await aReceipt()

  expect(receipt.title).toBe('Receipt LY-7K3M9QXD')
  for (const expected of [
    'November 20, 2026 at 11:30 AM ET',
    'Credit Card',
    'pi_3PQx8JLkdIwHu7ix0Xy9Zabc',
    'Total paid',
    '$1,499.00',
    'Your order is processed within 24 hours, by November 21, 2026 at 11:30 AM ET.',
  ])
    expect(words(receipt)).toContain(expected)
  expect(words(receipt)).not.toMatch(/refund|undefined|null|NaN|due/i)
})

test('a receipt lists refunds and what remains', async () => {
  const lines = [aLine(), aLine({ outcome: 'refunded', price_cents: 120_000 })]

  const text = words(await aReceipt({ lines, refundedCents: 120_000, refundState: 'refunded' }))

  expect(text).toContain('$1,200.00 refunded')
  expect(text).toContain('Refunded -$1,200.00 Remaining $299.00')
  expect(text).toContain('We are refunding $1,200.00.')
})

test('a receipt promises nothing more for a fully refunded order', async () => {
  const text = words(await aReceipt({ refundedCents: 149_900, refundState: 'refunded' }))

  expect(text).toContain('Remaining $0.00')
  expect(text).toContain('You do not need to do anything else.')
  expect(text).not.toContain('within 24 hours')
})

test('a receipt is byte-identical each time it is made', async () => {
  const receipt = { ...content(), ...RECEIPT }

  expect(await renderReceipt(receipt)).toEqual(await renderReceipt(receipt))
})

test('a receipt paid partly with store credit shows how much each method paid', async () => {
  const lines = [aLine({ credit_cents: 5_000 }), aLine({ tier: 'premium', size: 100, price_cents: 120_000 })]

  const text = words(await aReceipt({ lines, refundedCents: 29_900, refundState: 'refunded' }))

  expect(text).toContain('Paid by store credit $50.00 Paid by Credit Card $1,449.00 Total paid $1,499.00')
  expect(text).toContain('The part paid with store credit is returned as store credit.')
})

test.each([
  ['a part', 5_000, 'Credit Card', 'Credit Card and store credit'],
  ['all', 149_900, 'No payment needed', 'Store credit'],
])('a receipt names store credit as a payment method when it paid %s', async (_what, cents, method, named) => {
  const paid = Math.min(cents, 120_000)
  const premium = { tier: 'premium', size: 100, price_cents: 120_000 } as const
  const lines = [aLine({ credit_cents: cents - paid }), aLine({ ...premium, credit_cents: paid })]

  const text = words(await aReceipt({ lines, method }))

  expect(text).toContain(`PAID BY ${named} ${RECEIPT.paymentId}`)
  expect(text).not.toContain('No payment needed')
})

test('a refunded receipt paid by store credit alone does not mention cards', async () => {
  const lines = [aLine({ credit_cents: 29_900 })]

  const text = words(
    await aReceipt({
      lines,
      totalCents: 29_900,
      method: 'No payment needed',
      refundedCents: 29_900,
      refundState: 'refunded',
    }),
  )

  expect(text).toContain('We are refunding $299.00. The part paid with store credit is returned as store credit.')
  expect(text).not.toContain('Card refunds')
})

describe('names with characters that the fonts lack', () => {
  const shownAs = async (name: string) => words(await aReceipt({ soldTo: { name, details: ['zoe@example.com'] } }))

  test.each([
    ['Łukasz Żółć-Nguyễn', 'Lukasz Zólc-Nguyen', false],
    ['Zoë O’Brien – “Œuvre” €', 'Zoë O’Brien – “Œuvre” €', false],
    ['Cora 🏡 👩‍👩‍👧 Homes', 'Cora Homes', false],
    ['Ａｃｍｅ ﬁrst', 'Acme first', false],
    ['Acme 李雷', 'Acme ??', true],
    ['Why?', 'Why?', false],
    ['Cora\u202e\u0007evil\r\n(x) Tj', 'Cora evil (x) Tj', false],
  ])('%s is shown as %s', async (name, shown, isExplained) => {
    const text = await shownAs(name)

    expect(text).toContain(`SOLD TO ${shown} zoe@example.com`)
    expect(text.includes('cannot show appear as')).toBe(isExplained)
  })

  test.each(['李雷', 'كورا العقارات', '🏡', ''])('show the address if nothing is left (%s)', async (name) => {
    expect(await shownAs(name)).toContain('SOLD TO zoe@example.com')
  })
})

test('breaks texts without a space, so that everything stays on the page', async () => {
  const { pages } = await aReceipt({
    soldTo: { name: 'n'.repeat(200), details: [] },
    paymentId: 'p'.repeat(255),
    note: 'W'.repeat(2_000),
  })

  const written = pages.join('').match(/W{20,}/g) ?? []
  expect(pages.length).toBeLessThan(4)
  expect(written.join('')).toHaveLength(2_000)
  expect(Math.max(...pages.flatMap((page) => page.split(' ')).map(({ length }) => length))).toBeLessThan(130)
})

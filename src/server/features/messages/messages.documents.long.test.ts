import { describe, expect, test } from 'vitest'
import { content, RECEIPT } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-text.ts'
import { type ReceiptContent, renderReceipt } from './order-documents.ts'

const aReceipt = async (changes: Partial<ReceiptContent> = {}) =>
  readPdf(await renderReceipt({ ...content(), ...RECEIPT, ...changes }))

const words = ({ pages }: { pages: string[][] }) => pages.flat().join('\n')

describe('names with characters that the fonts lack', () => {
  const nameOf = async (name: string) => {
    const page = (await aReceipt({ soldTo: { name, details: ['zoe@example.com'] } })).pages[0] ?? []
    return {
      shown: page[page.indexOf('SOLD TO') + 1],
      hasNote: words({ pages: [page] }).includes('cannot show appear as'),
    }
  }

  test.each([
    ['Łukasz Żółć-Nguyễn', 'Lukasz Zólc-Nguyen', false],
    ['Zoë O’Brien – “Œuvre” €', 'Zoë O’Brien – “Œuvre” €', false],
    ['Cora 🏡 👩‍👩‍👧 Homes', 'Cora Homes', false],
    ['Ａｃｍｅ ﬁrst', 'Acme first', false],
    ['Acme 李雷', 'Acme ??', true],
    ['Why?', 'Why?', false],
  ])('%s is shown as %s', async (name, shown, hasNote) => {
    expect(await nameOf(name)).toEqual({ shown, hasNote })
  })

  test('drops direction marks and turns control characters into spaces', async () => {
    const hostile = 'Cora\u202e\u0007evil\r\n(x) Tj'

    expect((await nameOf(hostile)).shown).toBe('Cora evil (x) Tj')
  })

  test.each(['李雷', 'كورا العقارات', '🏡', ''])(
    'shows the address if nothing of the name is left (%s)',
    async (name) => {
      expect((await nameOf(name)).shown).toBe('zoe@example.com')
    },
  )

  test('cuts off 10,000 letters without a space and 10,000 lines', async () => {
    const hostile = await aReceipt({
      soldTo: { name: 'n'.repeat(10_000), details: ['a'.repeat(10_000)] },
      paymentId: 'p'.repeat(255),
      note: `${'W'.repeat(10_000)}${'\nx'.repeat(10_000)}`,
    })

    expect(hostile.pages.length).toBeLessThanOrEqual(40)
    expect(hostile.pages.flat().filter((line) => line.endsWith('…'))).toHaveLength(3)
  })
})

describe('a long text', () => {
  const aBrandedReceipt = async (brand: Partial<ReturnType<typeof content>['brand']> = {}) => {
    const plain = content()
    return readPdf(await renderReceipt({ ...plain, ...RECEIPT, brand: { ...plain.brand, ...brand } }))
  }
  const sizeOf = ({ runs }: ReturnType<typeof readPdf>, text: string) => runs.find((run) => run.text === text)?.size

  test('shrinks a brand that is too long', async () => {
    const long = 'W'.repeat(60)

    expect(sizeOf(await aBrandedReceipt(), 'Leadyard')).toBe(17)
    expect(sizeOf(await aBrandedReceipt({ name: long }), long)).toBeLessThan(8)
  })

  test('wraps a long address in the footer', async () => {
    const supportEmail = `${'support-'.repeat(8)}@${'example-'.repeat(6)}.com`
    const { runs } = await aBrandedReceipt({ supportEmail })
    const foot = runs.slice(runs.findIndex(({ text }) => text.startsWith('Questions?')))
    const words = foot.filter(({ x }) => x === 54).map(({ text }) => text)

    expect(words.length).toBeGreaterThan(1)
    expect(words.join(' ').replaceAll(' ', '')).toContain(supportEmail)
    expect(words.join(' ')).toContain('LY-7K3M9QXD')
    expect(foot.at(-1)?.text).toBe('Page 1 of 1')
  })

  test('leaves texts that fit in place, with amounts right-aligned', async () => {
    const { runs } = await aBrandedReceipt()
    const [short, long] = ['$299.00', '$1,200.00'].map((amount) => runs.find(({ text }) => text === amount))

    expect(short?.size).toBe(10)
    expect(long?.size).toBe(10)
    // Two digits' worth: a comma is 2.78 points wide, a digit 5.56.
    expect((short?.x ?? 0) - (long?.x ?? 0)).toBeCloseTo(5.56 + 2.78, 1)
  })
})

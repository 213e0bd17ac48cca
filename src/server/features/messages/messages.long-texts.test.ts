/** Texts that are too long do not run into others, and texts that fit stay in place. */
import { describe, expect, test } from 'vitest'
import { content, RECEIPT } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-text.ts'
import { renderReceipt } from './order-documents.ts'

const aReceipt = async (brand: Partial<ReturnType<typeof content>['brand']> = {}) => {
  const plain = content()
  return readPdf(await renderReceipt({ ...plain, ...RECEIPT, brand: { ...plain.brand, ...brand } }))
}

describe('a long text', () => {
  const sizeOf = ({ runs }: ReturnType<typeof readPdf>, text: string) => runs.find((run) => run.text === text)?.size

  test('shrinks a brand that is too long', async () => {
    const long = 'W'.repeat(60)

    expect(sizeOf(await aReceipt(), 'Leadyard')).toBe(17)
    expect(sizeOf(await aReceipt({ name: long }), long)).toBeLessThan(8)
  })

  test('wraps a long address in the footer', async () => {
    const supportEmail = `${'support-'.repeat(8)}@${'example-'.repeat(6)}.com`
    const { runs } = await aReceipt({ supportEmail })
    const foot = runs.slice(runs.findIndex(({ text }) => text.startsWith('Questions?')))
    const words = foot.filter(({ x }) => x === 54).map(({ text }) => text)

    expect(words.length).toBeGreaterThan(1)
    expect(words.join(' ').replaceAll(' ', '')).toContain(supportEmail)
    expect(words.join(' ')).toContain('LY-7K3M9QXD')
    expect(foot.at(-1)?.text).toBe('Page 1 of 1')
  })

  test('leaves texts that fit in place, with amounts right-aligned', async () => {
    const { runs } = await aReceipt()
    const [short, long] = ['$299.00', '$1,200.00'].map((amount) => runs.find(({ text }) => text === amount))

    expect(short?.size).toBe(10)
    expect(long?.size).toBe(10)
    // Two digits' worth: a comma is 2.78 points wide, a digit 5.56.
    expect((short?.x ?? 0) - (long?.x ?? 0)).toBeCloseTo(5.56 + 2.78, 1)
  })
})

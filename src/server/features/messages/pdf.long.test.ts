import { describe, expect, test } from 'vitest'
import { pdfStreams } from '#testing/pdf-text.ts'
import { openPdf, STANDARD_FONTS, textWidth } from './pdf.ts'

const INK = { font: 'sans', size: 10, color: '#17251d' } as const
const OPTIONS = {
  width: 612,
  height: 792,
  title: 'A title',
  author: 'Leadyard',
  createdAt: new Date('2026-11-20T16:30:00Z'),
}

const fileOf = (options: Partial<typeof OPTIONS> = {}, draw: (pdf: ReturnType<typeof openPdf>) => void = () => {}) => {
  const pdf = openPdf({ ...OPTIONS, ...options })
  draw(pdf)
  return Buffer.from(pdf.finish()).toString('latin1')
}

describe('a PDF', () => {
  test('lists the offset of each object', () => {
    const file = fileOf({}, (pdf) => {
      for (const words of ['One', 'Two']) pdf.addPage().text(words, 54, 48, INK)
    })

    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
    expect(file.slice(start, start + 4)).toBe('xref')
    const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
    expect(offsets).toHaveLength(7)
    for (const [index, offset] of offsets.entries())
      expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\\n`))
    expect(pdfStreams(file).map((drawn) => drawn.includes('<4f6e65>'))).toEqual([true, false])
  })

  test('is byte-identical for the same document', () => {
    const draw = (pdf: ReturnType<typeof openPdf>) =>
      pdf.addPage().frame({ x: 1, y: 2, width: 30, height: 40 }, '#1c6b43')

    expect(fileOf({}, draw)).toBe(fileOf({}, draw))
  })

  test('keeps all letters of its title and escapes special ones', () => {
    expect(fileOf({ title: 'Receipt (1) \\ >>' })).toContain('/Title (Receipt \\(1\\) \\\\ >>)')
    expect(fileOf({ title: 'Zoë 漢' })).toContain('/Title <feff005a006f00eb00206f22>')
  })

  test('has clickable areas only where a link was given', () => {
    const file = fileOf({}, (pdf) => {
      const page = pdf.addPage()
      page.text('Pay', 54, 48, INK, { link: 'https://store.test/(a)' })
      page.text('Words', 54, 68, INK)
    })

    expect([...file.matchAll(/\/Subtype \/Link/g)]).toHaveLength(1)
    expect(file).toContain('/URI (https://store.test/\\(a\\))')
    expect(file).toContain('/Rect [54 734.75 71.23 744]')
  })

  test('writes a question mark for letters that the fonts lack', () => {
    const [drawn] = pdfStreams(fileOf({}, (pdf) => pdf.addPage().text('Aé€’漢\u0081\n', 0, 0, INK)))

    expect(drawn).toContain('[<41e980923f3f3f>] TJ')
  })
})

describe('the standard fonts', () => {
  test('have the widths that Adobe publishes', () => {
    const sums = Object.values(STANDARD_FONTS).map(({ widths }) => [
      widths.length,
      widths.reduce((sum, one) => sum + one),
    ])

    expect(sums).toEqual([
      [224, 118_556],
      [224, 122_898],
      [224, 112_838],
    ])
    expect(textWidth('Wi', 'sans', 10)).toBeCloseTo(9.44 + 2.22)
    expect(textWidth('€', 'serif', 1000)).toBe(500)
  })
})

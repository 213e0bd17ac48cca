/** Pages with a cursor: text goes down the page, and onto a new one with the same head when it is full. */
import { createRequire } from 'node:module'

export const FONTS = { sans: 'Helvetica', bold: 'Helvetica-Bold', serif: 'Times-Roman' } as const

/** The store's colors (as in mails), dark enough to be printed in grey. */
export const COLORS = { ink: '#17251d', muted: '#5b6a60', line: '#dcded3', accent: '#1c6b43' } as const

/** US Letter in points, as its readers print it. */
export const PAGE = { width: 612, height: 792, left: 54, right: 558, top: 48, bottom: 742 } as const

/** Pages of one document. A note may be long; a hostile one must not fill a disk. */
const PAGES_MAX = 40

export interface Style {
  font: keyof typeof FONTS
  /** Points. */
  size: number
  color: keyof typeof COLORS
  /** Points from one line to the next; 1.35 times the size when absent. */
  leading?: number
}

interface Place {
  x: number
  y: number
  width: number
  align?: 'left' | 'right'
  link?: string
  isStruck?: boolean
}

/** Points from one line to the next. */
export const leadingOf = (style: Style): number => style.leading ?? style.size * 1.35

/** A document being written; every text must be `printable`. */
export interface Sheet {
  /** Where the next thing goes: points from the top of the page. */
  y: number
  /** Makes sure that a block fits, on a new page if need be. */
  keepTogether(height: number): void
  /** Breaks a text into lines of a width; a word that is too long is broken where it must. */
  wrap(text: string, style: Style, width: number): string[]
  /** Writes one line; one that is wider than its place is set smaller, so that nothing runs into its neighbor. */
  write(text: string, style: Style, place: Place): void
  /** Writes lines from `y` on, page after page, and moves `y` below them. */
  flow(lines: readonly string[], style: Style, place: Omit<Place, 'y'>): void
  /** A thin line across the page at `y`. */
  rule(color: keyof typeof COLORS): void
  box(place: { x: number; y: number; width: number; height: number }): void
  /** Ends the document. */
  finish(): Promise<Uint8Array>
}

/** A word that is wider than a line, in parts that are not. Letters are measured one by one: the word may be long. */
function breakWord(word: string, width: number, widthOf: (letter: string) => number): string[] {
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const letter of word) {
    const needed = widthOf(letter)
    if (used + needed > width) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += letter
    used += needed
  }
  return [...parts, part]
}

/**
 * Loads the library, with the first document: most nodes start often and print rarely. Its fonts go without kerning: they
 * unpack thousands of pairs again for each document, which took half of its time, to move a few letters by a point or two.
 */
async function loadLibrary() {
  const { default: PDFDocument } = await import('pdfkit')
  const load = createRequire(import.meta.url)
  for (const font of ['Helvetica', 'HelveticaBold', 'TimesRoman']) {
    const data: { kernPairs: readonly unknown[] } = load(`pdfkit/standard-fonts/${font}`)
    data.kernPairs = []
  }
  return PDFDocument
}

let library: ReturnType<typeof loadLibrary> | undefined

/**
 * Opens a document.
 *
 * @param options.drawHead writes the head of each page after the first, from its top on
 * @param options.drawFoot writes the foot of each page at the end, when their number is known
 */
export async function openSheet(options: {
  title: string
  author: string
  createdAt: Date
  drawHead: (sheet: Sheet) => void
  drawFoot: (sheet: Sheet, page: number, pages: number) => void
}): Promise<Sheet> {
  library ??= loadLibrary().catch((error) => {
    library = undefined
    throw error
  })
  const PDFDocument = await library
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: options.title, Author: options.author, CreationDate: options.createdAt },
  })
  const chunks: Uint8Array[] = []
  const done = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const use = (style: Style) => doc.font(FONTS[style.font]).fontSize(style.size)
  let pages = 1

  const sheet: Sheet = {
    y: PAGE.top,
    keepTogether(height) {
      if (sheet.y + height <= PAGE.bottom || pages >= PAGES_MAX) return
      doc.addPage()
      pages += 1
      sheet.y = PAGE.top
      options.drawHead(sheet)
    },
    wrap(text, style, width) {
      use(style)
      const widthOf = (words: string) => doc.widthOfString(words)
      const space = widthOf(' ')
      const lines: string[] = []
      let line = ''
      let used = 0
      for (const word of text.split(' ')) {
        const needed = widthOf(word)
        if (line && used + space + needed <= width) {
          line += ` ${word}`
          used += space + needed
          continue
        }
        if (line) lines.push(line)
        const parts = needed <= width ? [word] : breakWord(word, width, widthOf)
        lines.push(...parts.slice(0, -1))
        line = parts.at(-1) ?? ''
        used = parts.length > 1 ? widthOf(line) : needed
      }
      if (line) lines.push(line)
      return lines
    },
    write(text, style, { x, y, width, align = 'left', link, isStruck = false }) {
      use(style).fillColor(COLORS[style.color])
      const needed = doc.widthOfString(text)
      const used = Math.min(needed, width)
      if (needed > width) doc.fontSize((style.size * width) / needed)
      // Placed by us: told a width, the library would look for breaks in every line.
      doc.text(text, align === 'right' ? x + width - used : x, y, {
        lineBreak: false,
        ...(link ? { link, underline: true } : {}),
        ...(isStruck ? { strike: true } : {}),
      })
    },
    flow(lines, style, place) {
      for (const line of lines) {
        sheet.keepTogether(leadingOf(style))
        if (sheet.y + leadingOf(style) > PAGE.bottom) return
        sheet.write(line, style, { ...place, y: sheet.y })
        sheet.y += leadingOf(style)
      }
    },
    rule(color) {
      doc.moveTo(PAGE.left, sheet.y).lineTo(PAGE.right, sheet.y).lineWidth(0.75).strokeColor(COLORS[color]).stroke()
    },
    box({ x, y, width, height }) {
      doc.roundedRect(x, y, width, height, 4).lineWidth(0.75).strokeColor(COLORS.accent).stroke()
    },
    async finish() {
      for (let page = 0; page < pages; page += 1) {
        doc.switchToPage(page)
        options.drawFoot(sheet, page + 1, pages)
      }
      doc.end()
      return done
    },
  }
  return sheet
}

/** Pages with a cursor: text goes down the page, and onto a new one with the same head when it is full. */
import { type FontName, openPdf, type PdfPage, textWidth } from './pdf.ts'

/** The store's colors (as in mails), dark enough to be printed in grey. */
export const COLORS = { ink: '#17251d', muted: '#5b6a60', line: '#dcded3', accent: '#1c6b43' } as const

/** US Letter in points, as its readers print it. */
export const PAGE = { width: 612, height: 792, left: 54, right: 558, top: 48, bottom: 742 } as const

/** Pages of one document. A note may be long; a hostile one must not fill a disk. */
const PAGES_MAX = 40

export interface Style {
  font: FontName
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
  finish(): Uint8Array
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
 * Opens a document.
 *
 * @param options.drawHead writes the head of each page after the first, from its top on
 * @param options.drawFoot writes the foot of each page at the end, when their number is known
 */
export function openSheet(options: {
  title: string
  author: string
  createdAt: Date
  drawHead: (sheet: Sheet) => void
  drawFoot: (sheet: Sheet, page: number, pages: number) => void
}): Sheet {
  const { title, author, createdAt } = options
  const pdf = openPdf({ width: PAGE.width, height: PAGE.height, title, author, createdAt })
  const pages = [pdf.addPage()]
  let page = pages[0] as PdfPage

  const sheet: Sheet = {
    y: PAGE.top,
    keepTogether(height) {
      if (sheet.y + height <= PAGE.bottom || pages.length >= PAGES_MAX) return
      page = pdf.addPage()
      pages.push(page)
      sheet.y = PAGE.top
      options.drawHead(sheet)
    },
    wrap(text, style, width) {
      const widthOf = (words: string) => textWidth(words, style.font, style.size)
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
      const needed = textWidth(text, style.font, style.size)
      const used = Math.min(needed, width)
      const size = needed > width ? (style.size * width) / needed : style.size
      const ink = { font: style.font, size, color: COLORS[style.color] }
      page.text(text, align === 'right' ? x + width - used : x, y, ink, { link, isStruck })
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
      page.line({ x: PAGE.left, y: sheet.y }, { x: PAGE.right, y: sheet.y }, COLORS[color])
    },
    box(place) {
      page.frame(place, COLORS.accent)
    },
    finish() {
      for (const [index, one] of pages.entries()) {
        page = one
        options.drawFoot(sheet, index + 1, pages.length)
      }
      return pdf.finish()
    },
  }
  return sheet
}

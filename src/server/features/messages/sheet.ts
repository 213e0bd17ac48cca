/** Pages with a cursor: text flows down the page and onto a new page with the same header when it is full. */
import { type FontName, openPdf, type PdfPage, textWidth } from './pdf.ts'

/** The store's colors (as in emails), dark enough to print in gray. */
export const COLORS = { ink: '#17251d', muted: '#5b6a60', line: '#dcded3', accent: '#1c6b43' } as const

/** US Letter in points, the size that readers print. */
export const PAGE = { width: 612, height: 792, left: 54, right: 558, top: 48, bottom: 742 } as const

/** Pages per document. A note may be long, but a hostile one must not fill a disk. */
const PAGES_MAX = 40

export interface Style {
  font: FontName
  /** Points. */
  size: number
  color: keyof typeof COLORS
  /** Points from one line to the next; 1.35 times the size if absent. */
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

/** A document in progress; every text must be `printable`. */
export interface Sheet {
  /** Where the next element goes: points from the top of the page. */
  y: number
  /** Makes sure that a block fits, on a new page if necessary. */
  keepTogether(height: number): void
  /** Breaks a text into lines of a given width; breaks a word that is too long. */
  wrap(text: string, style: Style, width: number): string[]
  /** Writes one line. If it is too wide for its place, it is set smaller so it does not run into its neighbor. */
  write(text: string, style: Style, place: Place): void
  /** Writes lines starting at `y`, page after page, and moves `y` below them. */
  flow(lines: readonly string[], style: Style, place: Omit<Place, 'y'>): void
  /** Draws a thin line across the page at `y`. */
  rule(color: keyof typeof COLORS): void
  box(place: { x: number; y: number; width: number; height: number }): void
  /** Ends the document. */
  finish(): Uint8Array
}

/** Breaks a word that is wider than a line into parts that fit. It measures letter by letter, because the word may be long. */
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
 * @param options.drawHead writes the header of each page after the first, starting at its top
 * @param options.drawFoot writes the footer of each page at the end, when the number of pages is known
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

/**
 * Writes PDF files (ISO 32000-1) with Latin text, lines and boxes. That is all the store's documents need, in a tenth
 * of a library's time.
 */
import { deflateSync } from 'node:zlib'

/* Three of the fonts that every PDF reader has, so no file contains them. Units are thousandths of the font size. */

interface StandardFont {
  /** Its name in a PDF. */
  name: string
  /** From the baseline up to the tallest letter and down to the lowest. */
  ascender: number
  descender: number
  /** By the character's code in windows-1252, from 32 on; 0 if undefined. */
  widths: readonly number[]
}

const numbers = (text: string): number[] => text.trim().split(/\s+/).map(Number)

/** Source: Adobe's Core 14 metrics, WinAnsiEncoding. */
export const STANDARD_FONTS = {
  sans: {
    name: 'Helvetica',
    ascender: 718,
    descender: 207,
    widths: numbers(`
    278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584
    584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667
    611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500
    722 500 500 500 334 260 334 584 0 556 0 222 556 333 1000 556 556 333 1000 667 333 1000 0 611 0 0 222 222 333 333 350
    556 1000 333 1000 500 333 944 0 500 500 278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333 400 584 333
    333 333 556 537 278 333 333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278
    722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 500 556 556 556 556 278
    278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500
    `),
  },
  bold: {
    name: 'Helvetica-Bold',
    ascender: 718,
    descender: 207,
    widths: numbers(`
    278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584
    584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667
    611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556
    778 556 556 500 389 280 389 584 0 556 0 278 556 500 1000 556 556 333 1000 667 333 1000 0 611 0 0 278 278 500 500 350
    556 1000 333 1000 556 333 944 0 500 556 278 333 556 556 556 556 280 556 333 737 370 556 584 333 737 333 400 584 333
    333 333 611 556 278 333 333 365 556 834 834 834 611 722 722 722 722 722 722 1000 722 667 667 667 667 278 278 278 278
    722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 556 556 556 556 556 278
    278 278 278 611 611 611 611 611 611 611 584 611 611 611 611 611 556 611 556
    `),
  },
  serif: {
    name: 'Times-Roman',
    ascender: 683,
    descender: 217,
    widths: numbers(`
    250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564
    564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722
    611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500
    722 500 500 444 480 200 480 541 0 500 0 333 500 444 1000 500 500 333 1000 556 333 889 0 611 0 0 333 333 444 444 350
    500 1000 333 980 389 333 722 0 444 500 250 333 500 500 500 500 200 500 333 760 276 500 564 333 760 333 400 564 300 300
    333 500 453 250 333 300 310 500 750 750 750 444 722 722 722 722 722 722 889 667 611 611 611 611 333 333 333 333 722
    722 722 722 722 722 722 564 722 722 722 722 722 722 556 500 444 444 444 444 444 444 667 444 444 444 444 444 278 278
    278 278 500 500 500 500 500 500 500 564 500 500 500 500 500 500 500 500
    `),
  },
} as const satisfies Record<string, StandardFont>

export type FontName = keyof typeof STANDARD_FONTS

/** The characters 128 to 159 of windows-1252, the encoding of the standard fonts; blanks are undefined. */
const BEYOND_LATIN_1 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const CODES: ReadonlyMap<string, number> = new Map(
  [...BEYOND_LATIN_1].map((letter, index) => [letter, 128 + index] as const).filter(([letter]) => letter !== ' '),
)
const FIRST_CODE = 32
const QUESTION_MARK = 63

/** A character's code in windows-1252, or that of `?`. */
function codeOf(letter: string): number {
  const code = letter.charCodeAt(0)
  const isLatin1 = letter.length === 1 && code <= 255 && code >= FIRST_CODE && (code < 127 || code >= 160)
  return isLatin1 ? code : (CODES.get(letter) ?? QUESTION_MARK)
}

/** The width of a text in points. */
export function textWidth(text: string, font: FontName, size: number): number {
  const { widths } = STANDARD_FONTS[font]
  let sum = 0
  for (const letter of text) sum += widths[codeOf(letter) - FIRST_CODE] ?? 0
  return (sum * size) / 1000
}

/** Formats points to a thousandth, which is more than any printer shows. */
const points = (value: number): string => String(Math.round(value * 1000) / 1000)

const colorOf = (hex: string): string =>
  [1, 3, 5].map((at) => points(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ')

const hexOf = (text: string): string => Buffer.from(Array.from(text, codeOf)).toString('hex')

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&')

/** Encodes a text for the document's properties: plain ASCII as is, anything else in UTF-16. */
function textString(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${escaped(text)})`
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return `<${bytes.toString('hex')}>`
}

/** `D:20261120163000Z` */
const dateString = (date: Date): string => `(D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`

interface Ink {
  font: FontName
  /** Points. */
  size: number
  /** `#rrggbb` */
  color: string
}

interface Marks {
  /** Underlines the text and makes it a link; ASCII only. */
  link?: string | undefined
  isStruck?: boolean
}

/** One page. Points are counted from its left and its top. */
export interface PdfPage {
  /** Writes one line of text; its tallest letters start at `y`. */
  text(text: string, x: number, y: number, ink: Ink, marks?: Marks): void
  line(from: { x: number; y: number }, to: { x: number; y: number }, color: string): void
  /** Draws a frame with rounded corners. */
  frame(box: { x: number; y: number; width: number; height: number }, color: string): void
}

const LINE_WIDTH = 0.75
const CORNER = 4
/** How far the control points of a quarter circle are from its ends, as a fraction of its radius. */
const ARC = 0.5523

class Page implements PdfPage {
  readonly #height: number
  readonly #drawn: string[] = []
  readonly annotations: string[] = []

  constructor(height: number) {
    this.#height = height
  }

  get content(): string {
    return this.#drawn.join('\n')
  }

  text(text: string, x: number, y: number, ink: Ink, { link, isStruck = false }: Marks = {}) {
    const { ascender, descender } = STANDARD_FONTS[ink.font]
    const baseline = this.#height - y - (ascender * ink.size) / 1000
    this.#drawn.push(
      `${colorOf(ink.color)} rg`,
      `BT 1 0 0 1 ${points(x)} ${points(baseline)} Tm /${ink.font} ${points(ink.size)} Tf [<${hexOf(text)}>] TJ ET`,
    )
    const width = textWidth(text, ink.font, ink.size)
    const height = ((ascender + descender) * ink.size) / 1000
    const thickness = ink.size < 10 ? 0.5 : Math.floor(ink.size / 10)
    const cross = (at: number) => this.#stroke({ x, y: at }, { x: x + width, y: at }, ink.color, thickness)
    if (isStruck) cross(y + height / 2)
    if (link === undefined) return
    cross(y + height - thickness)
    const bottom = this.#height - y - height
    const rect = [x, bottom, x + width, bottom + height].map(points).join(' ')
    this.annotations.push(
      `<< /Type /Annot /Subtype /Link /Rect [${rect}] /Border [0 0 0] /A << /S /URI /URI (${escaped(link)}) >> >>`,
    )
  }

  line(from: { x: number; y: number }, to: { x: number; y: number }, color: string) {
    this.#stroke(from, to, color, LINE_WIDTH)
  }

  frame({ x, y, width, height }: { x: number; y: number; width: number; height: number }, color: string) {
    const [left, right, top, bottom] = [x, x + width, this.#height - y, this.#height - y - height]
    const bend = CORNER * (1 - ARC)
    const go = (...values: number[]) => values.map(points).join(' ')
    this.#drawn.push(
      `${colorOf(color)} RG ${LINE_WIDTH} w`,
      `${go(left + CORNER, top)} m ${go(right - CORNER, top)} l`,
      `${go(right - bend, top, right, top - bend, right, top - CORNER)} c ${go(right, bottom + CORNER)} l`,
      `${go(right, bottom + bend, right - bend, bottom, right - CORNER, bottom)} c ${go(left + CORNER, bottom)} l`,
      `${go(left + bend, bottom, left, bottom + bend, left, bottom + CORNER)} c ${go(left, top - CORNER)} l`,
      `${go(left, top - bend, left + bend, top, left + CORNER, top)} c h S`,
    )
  }

  #stroke(from: { x: number; y: number }, to: { x: number; y: number }, color: string, thickness: number) {
    const y = (value: number) => points(this.#height - value)
    this.#drawn.push(
      `${colorOf(color)} RG ${points(thickness)} w ${points(from.x)} ${y(from.y)} m ${points(to.x)} ${y(to.y)} l S`,
    )
  }
}

interface Pdf {
  addPage(): PdfPage
  /** Returns the file. The same document gives the same bytes. */
  finish(): Uint8Array
}

/** Starts a file; sizes are in points. */
export function openPdf(options: {
  width: number
  height: number
  title: string
  author: string
  createdAt: Date
}): Pdf {
  const pages: Page[] = []
  return {
    addPage() {
      const page = new Page(options.height)
      pages.push(page)
      return page
    },
    finish: () => assemble(pages, options),
  }
}

function assemble(pages: readonly Page[], options: Parameters<typeof openPdf>[0]): Uint8Array {
  const parts: Buffer[] = []
  const starts: number[] = []
  let length = 0
  const write = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.length
  }
  /** Objects are numbered from 1 in the order they are written. */
  const object = (...body: (string | Buffer)[]) => {
    starts.push(length)
    write(`${starts.length} 0 obj\n`)
    for (const part of body) write(part)
    write('\nendobj\n')
  }
  const fonts = Object.entries(STANDARD_FONTS).map(
    ([key, { name }]) => `/${key} << /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
  )
  const [catalog, tree, properties, firstPage] = [1, 2, 3, 4]
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ')

  // The second line tells programs that copy files that this is not a text file.
  write('%PDF-1.4\n%\xff\xff\xff\xff\n')
  object(`<< /Type /Catalog /Pages ${tree} 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>`)
  object(
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 ${options.width} ${options.height}]`,
    ` /Resources << /Font << ${fonts.join(' ')} >> >> >>`,
  )
  object(
    `<< /Title ${textString(options.title)} /Author ${textString(options.author)} /Producer ${textString(options.author)}`,
    ` /CreationDate ${dateString(options.createdAt)} >>`,
  )
  for (const [index, page] of pages.entries()) {
    const annotations = page.annotations.length > 0 ? ` /Annots [${page.annotations.join(' ')}]` : ''
    object(`<< /Type /Page /Parent ${tree} 0 R /Contents ${firstPage + index * 2 + 1} 0 R${annotations} >>`)
    const content = deflateSync(Buffer.from(page.content, 'latin1'))
    object(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`, content, '\nendstream')
  }
  const tableStart = length
  const size = starts.length + 1
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${size}\n0000000000 65535 f \n${table}`)
  write(`trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${properties} 0 R >>\nstartxref\n${tableStart}\n%%EOF\n`)
  return Buffer.concat(parts)
}

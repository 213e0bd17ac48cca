/** Draws all documents about orders as PDF: reference, parties, lines, total, what happens next and by when. */
import type { Content } from 'pdfmake'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { describeLine } from '#server/features/orders/order-words.ts'

/** Fonts that every reader has: no file contains them. They cover Western Europe. */
const FONTS = { Helvetica: { normal: 'Helvetica', bold: 'Helvetica-Bold' }, Times: { normal: 'Times-Roman' } }
const FONT_NAMES = Object.values(FONTS).flatMap((font): string[] => Object.values(font))

/** Loads the library, which few processes ever need. */
async function openPdfmake() {
  const { default: pdfmake } = await import('pdfmake')
  pdfmake.addFonts(FONTS)
  // A document must never read a file or an address, whatever its texts say.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => FONT_NAMES.includes(path))
  return pdfmake
}

/** The store's colors (as in emails), dark enough to print in gray. */
const COLORS = { ink: '#17251d', muted: '#5b6a60', line: '#dcded3', accent: '#1c6b43' } as const
/** US Letter in points, the size that readers print. */
const MARGINS = { left: 54, top: 48, right: 54, bottom: 58 } as const
const WIDTH = 612 - MARGINS.left - MARGINS.right
const AMOUNT_WIDTH = 140
const TITLE_WIDTH = 120
const GAP = 20
const REFERENCE_WIDTH = 100
const SELLER_WIDTH = 180
const PAGE_NUMBER_WIDTH = 80
const STEP_INDENT = 16

/** The characters of windows-1252, the encoding of the fonts, beyond Latin-1. */
const BEYOND_LATIN_1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
/** Letters that do not decompose into a plain letter and a mark. */
const PLAIN = new Map(
  Object.entries({
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
    Ħ: 'H',
    ħ: 'h',
    ı: 'i',
    ẞ: 'SS',
    '‐': '-',
    '‑': '-',
    '‒': '-',
    '−': '-',
    '―': '—',
    '′': "'",
    '″': '"',
    ʻ: '‘',
    ʼ: '’',
  }),
)
/** Marks, joiners, directions, emoji: they can be dropped without changing a word. */
const SILENT = /^[\p{M}\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u
const UNPRINTABLE = '?'
const SUBSTITUTE_NOTE =
  'Letters that this document cannot show appear as “?”. Your order keeps every name exactly as it was written.'

const isPrintable = (character: string): boolean =>
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]$/.test(character) || BEYOND_LATIN_1.includes(character)

function printableCharacter(character: string): string {
  if (isPrintable(character)) return character
  if (SILENT.test(character)) return ''
  if (/^[\s\p{Z}\p{Cc}]$/u.test(character)) return ' '
  const parts = [...character.normalize('NFKD')].filter((part) => !/^\p{M}$/u.test(part))
  return PLAIN.get(character) ?? (parts.length > 0 && parts.every(isPrintable) ? parts.join('') : UNPRINTABLE)
}

/** Returns the text in one line, as the fonts can show it. */
const printable = (text: string): string =>
  [...text.normalize('NFC')].map(printableCharacter).join('').replace(/ {2,}/g, ' ').trim()

const losesLetters = (text: string) => printable(text).split(UNPRINTABLE).length > text.split(UNPRINTABLE).length

/** The buyer's name and details; without any letter of the name, the details alone. */
function buyerOf({ name, details }: DocumentContent['soldTo']): string[] {
  const shown = [name, ...details].map(printable).filter((line) => /[\p{L}\p{N}]/u.test(line))
  return shown.length > 0 ? shown : ['Our customer']
}

/** The content of every document about an order. Amounts are cents. */
export interface DocumentContent {
  brand: { name: string; subsidiary: string; supportEmail: string }
  /** The store's postal address and phone, as far as it has them. */
  contact: readonly string[]
  timeZone: string
  /** `LY-XXXXXXXX`. */
  reference: string
  /** The details appear below the name, one per line: business, email, phone, address. */
  soldTo: { name: string; details: readonly string[] }
  lines: readonly OrderLineRow[]
  totalCents: number
  issuedAt: Date
  /** The rep's note to the customer, or empty. */
  note: string
}

export interface DocumentLayout {
  title: 'Invoice' | 'Receipt'
  content: DocumentContent
  /** Named dates and methods: the value, and the text below it. */
  facts: readonly (readonly [name: string, ...values: string[]])[]
  /** Below the lines; the total comes last. */
  sums: readonly (readonly [name: string, amount: string])[]
  /** The one thing to do, in a frame. */
  call?: { heading: string; words: readonly string[]; link?: string }
  steps?: { heading: string; words: readonly string[] }
  createdAt: Date
}

const rule = (lineColor: string): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 0.75, lineColor }],
})

/** A label with lines below it, the first in bold. */
const block = (label: string, lines: readonly string[], width: number): Content & { width: number } => ({
  width,
  stack: [{ text: label.toUpperCase(), style: 'label' }, ...lines.map((text, index) => ({ text, bold: index === 0 }))],
})

function lineRow(line: OrderLineRow): Content[] {
  const { title, place, delivery, offers, price, lostAs } = describeLine(line)
  return [
    { stack: [title, { text: printable(`${[place, delivery, ...offers].join('. ')}.`), style: 'quiet' }] },
    {
      alignment: 'right',
      stack: [
        lostAs ? { text: price, decoration: 'lineThrough' } : price,
        ...(lostAs ? [{ text: lostAs, style: 'quiet' }] : []),
      ],
    },
  ]
}

const callBox = ({ heading, words, link }: NonNullable<DocumentLayout['call']>): Content => ({
  unbreakable: true,
  margin: [0, 6, 0, 14],
  table: {
    widths: [WIDTH],
    body: [
      [
        {
          margin: [10, 8, 10, 4],
          stack: [
            { text: heading, bold: true },
            ...words,
            ...(link ? [{ text: link, link, color: COLORS.accent }] : []),
          ],
        },
      ],
    ],
  },
  layout: { hLineColor: COLORS.accent, vLineColor: COLORS.accent, paddingLeft: () => 0, paddingRight: () => 0 },
})

const stepList = ({ heading, words }: NonNullable<DocumentLayout['steps']>): Content => ({
  unbreakable: true,
  stack: [
    { text: heading, bold: true },
    ...words.map((text, index) => ({
      columns: [
        { width: STEP_INDENT, text: `${index + 1}.` },
        { width: WIDTH - STEP_INDENT, text },
      ],
    })),
  ],
})

/** Draws a document. The same content gives the same bytes. */
export async function layOutDocument(layout: DocumentLayout): Promise<Buffer> {
  const { title, content, facts, sums, call, steps, createdAt } = layout
  const { reference, soldTo, lines, note } = content
  const brand = printable(content.brand.name)
  const seller = [content.brand.subsidiary, ...content.contact, content.brand.supportEmail]
    .filter(Boolean)
    .map(printable)
  const name = `${title} ${reference}`
  const isSubstituted = [soldTo.name, ...soldTo.details, note].some(losesLetters)
  const factWidth = (WIDTH - REFERENCE_WIDTH) / facts.length - GAP
  const label = (text: string, alignment: 'left' | 'right'): Content => ({ text, alignment, style: 'label' })
  const pdfmake = await openPdfmake()
  return pdfmake
    .createPdf({
      pageSize: 'LETTER',
      pageMargins: [MARGINS.left, MARGINS.top, MARGINS.right, MARGINS.bottom],
      info: { title: name, author: brand, creationDate: createdAt },
      defaultStyle: { font: 'Helvetica', fontSize: 10, lineHeight: 1.25, color: COLORS.ink },
      styles: {
        brand: { font: 'Times', fontSize: 17, color: COLORS.accent },
        label: { fontSize: 8, color: COLORS.muted },
        quiet: { fontSize: 8.5, color: COLORS.muted },
      },
      header: (page) =>
        page === 1
          ? null
          : { text: `${brand} · ${name}, continued`, style: 'quiet', margin: [MARGINS.left, 24, MARGINS.right, 0] },
      footer: (page, pages) => ({
        style: 'quiet',
        margin: [MARGINS.left, 12, MARGINS.right, 0],
        columns: [
          {
            width: WIDTH - PAGE_NUMBER_WIDTH,
            text: printable(`Questions? Email ${content.brand.supportEmail} and mention ${reference}.`),
          },
          { width: PAGE_NUMBER_WIDTH, alignment: 'right', text: `Page ${page} of ${pages}` },
        ],
      }),
      content: [
        {
          columns: [
            { width: WIDTH - TITLE_WIDTH, text: brand, style: 'brand', margin: [0, 6, 0, 0] },
            { width: TITLE_WIDTH, text: title, font: 'Times', fontSize: 26, alignment: 'right' },
          ],
        },
        rule(COLORS.accent),
        {
          margin: [0, 14],
          columnGap: GAP,
          columns: [
            block('Reference', [reference], REFERENCE_WIDTH),
            ...facts.map(([factName, ...values]) => block(factName, values.map(printable), factWidth)),
          ],
        },
        {
          margin: [0, 0, 0, 14],
          columnGap: GAP,
          columns: [
            block('Sold to', buyerOf(soldTo), WIDTH - GAP - SELLER_WIDTH),
            block('Sold by', [brand, ...seller], SELLER_WIDTH),
          ],
        },
        {
          table: {
            headerRows: 1,
            dontBreakRows: true,
            keepWithHeaderRows: 1,
            widths: [WIDTH - AMOUNT_WIDTH, AMOUNT_WIDTH],
            body: [[label('PACKAGE', 'left'), label('AMOUNT', 'right')], ...lines.map(lineRow)],
          },
          layout: {
            hLineWidth: (row) => (row === 1 ? 0.75 : 0),
            vLineWidth: () => 0,
            hLineColor: COLORS.line,
            paddingTop: () => 4,
            paddingLeft: () => 0,
            paddingRight: () => 0,
          },
        },
        {
          unbreakable: true,
          margin: [0, 2, 0, 12],
          stack: [
            rule(COLORS.ink),
            ...sums.map(([sum, amount], index) => ({
              margin: [0, index === 0 ? 8 : 0, 0, 0] as [number, number, number, number],
              ...(index === sums.length - 1 ? { bold: true, fontSize: 14 } : {}),
              columns: [{ text: sum }, { width: AMOUNT_WIDTH, text: amount, alignment: 'right' as const }],
            })),
          ],
        },
        ...(call ? [callBox(call)] : []),
        ...(steps ? [stepList(steps)] : []),
        ...(note
          ? [
              label('\nNOTE', 'left'),
              note
                .split(/\r\n?|\n/)
                .map(printable)
                .join('\n'),
            ]
          : []),
        ...(isSubstituted ? [{ text: `\n${SUBSTITUTE_NOTE}`, style: 'quiet' }] : []),
      ],
    })
    .getBuffer()
}

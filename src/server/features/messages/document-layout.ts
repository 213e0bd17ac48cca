/** Lays out all documents: reference, parties, lines, total, what happens next and by when. */
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { describeLine } from '#server/features/orders/order-words.ts'
import { leadingOf, openSheet, PAGE, type Sheet, type Style } from './sheet.ts'

/*
 * Turns text into characters that the standard PDF fonts can show. These fonts cost neither memory nor time and cover
 * Western Europe. Of all other text it keeps as much as a reader can understand.
 */

/** The characters of windows-1252, the encoding of these fonts, beyond Latin-1. */
const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

/** Letters that do not decompose into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
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
}

const isPrintable = (character: string): boolean =>
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]$/.test(character) || BEYOND_LATIN_1.has(character)

/** Marks, joiners, directions, emoji: they can be dropped without changing a word. */
const SILENT = /^[\p{M}\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u

/** Replaces a letter that cannot be shown. */
const UNPRINTABLE = '?'

function printableCharacter(character: string): string {
  if (isPrintable(character)) return character
  if (SILENT.test(character)) return ''
  if (/^[\s\p{Z}\p{Cc}]$/u.test(character)) return ' '
  const plain = PLAIN[character]
  if (plain !== undefined) return plain
  const parts = [...character.normalize('NFKD')].filter((part) => !/^\p{M}$/u.test(part))
  return parts.length > 0 && parts.every(isPrintable) ? parts.join('') : UNPRINTABLE
}

/** Returns the text in one line, without emoji and accents that the fonts lack, and with `?` for letters of other scripts. */
function printable(text: string): string {
  return [...text.normalize('NFC')].map(printableCharacter).join('').replace(/ {2,}/g, ' ').trim()
}

/** Whether making a text printable loses or replaces part of it. */
function losesLetters(text: string): boolean {
  const lost = (shown: string) => shown.split(UNPRINTABLE).length
  return lost(printable(text)) > lost(text)
}

/** Whether any letter or digit is left. */
function isReadable(shown: string): boolean {
  return /[\p{L}\p{N}]/u.test(shown)
}

/** The content of every document about an order. Amounts are cents. */
export interface DocumentContent {
  brand: { name: string; subsidiary: string; supportEmail: string }
  /** The time zone for dates and times. */
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

const TITLE: Style = { font: 'serif', size: 26, color: 'ink' }
const BRAND: Style = { font: 'serif', size: 17, color: 'accent' }
const LABEL: Style = { font: 'sans', size: 8, color: 'muted', leading: 13 }
const TEXT: Style = { font: 'sans', size: 10, color: 'ink', leading: 14 }
const STRONG: Style = { ...TEXT, font: 'bold' }
const QUIET: Style = { font: 'sans', size: 8.5, color: 'muted', leading: 10 }
const SUM: Style = { font: 'bold', size: 14, color: 'ink', leading: 20 }

const WIDTH = PAGE.right - PAGE.left
const AMOUNT_WIDTH = 90
const FOOT_Y = 756
/** As many as fit below. */
const FOOT_LINES_MAX = 3
/** Points for an order line whose details fit below it. Twelve of them leave room on the page for everything that follows. */
const LINE_HEIGHT = 25
/** An address may be long; a party has at most this many lines of text per detail. */
const DETAIL_LINES_MAX = 3

const SUBSTITUTE_NOTE =
  'Letters that this document cannot show appear as “?”. Your order keeps every name exactly as it was written.'

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

/** Writes a label with lines of text below it and returns where it ends. */
function writeBlock(sheet: Sheet, label: string, lines: readonly string[], x: number, width: number): number {
  sheet.write(label.toUpperCase(), LABEL, { x, y: sheet.y, width })
  let y = sheet.y + leadingOf(LABEL)
  for (const [index, line] of lines.entries()) {
    sheet.write(line, index === 0 ? STRONG : TEXT, { x, y, width })
    y += leadingOf(TEXT)
  }
  return y
}

function cut(lines: readonly string[], linesMax: number): string[] {
  return lines.length <= linesMax ? [...lines] : [...lines.slice(0, linesMax - 1), `${lines[linesMax - 1]}…`]
}

interface Column {
  label: string
  /** The first is bold. */
  lines: readonly string[]
  /** Its share of the page's width, relative to the others. */
  share: number
}

const GAP = 20

/** Writes blocks side by side. */
function writeColumns(sheet: Sheet, columns: readonly Column[]): void {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const free = WIDTH - GAP * (columns.length - 1)
  let x: number = PAGE.left
  const blocks = columns.map(({ label, lines, share }) => {
    const width = (free * share) / shares
    const wrapped = lines.map((line, index) => sheet.wrap(line, index === 0 ? STRONG : TEXT, width))
    const block = { label, x, width, lines: wrapped.flatMap((parts) => cut(parts, DETAIL_LINES_MAX)) }
    x += width + GAP
    return block
  })
  const longest = Math.max(...blocks.map(({ lines }) => lines.length))
  sheet.keepTogether(leadingOf(LABEL) + longest * leadingOf(TEXT))
  const ends = blocks.map((block) => writeBlock(sheet, block.label, block.lines, block.x, block.width))
  sheet.y = Math.max(...ends)
}

/** Returns the buyer's name, or the first printable detail if no part of the name is printable. */
function buyerOf({ name, details }: DocumentContent['soldTo']): string[] {
  const shown = [name, ...details].map(printable).filter(isReadable)
  return shown.length > 0 ? shown : ['Our customer']
}

function writeTableHead(sheet: Sheet): void {
  sheet.write('PACKAGE', LABEL, { x: PAGE.left, y: sheet.y, width: 200 })
  const x = PAGE.right - AMOUNT_WIDTH
  sheet.write('AMOUNT', LABEL, { x, y: sheet.y, width: AMOUNT_WIDTH, align: 'right' })
  sheet.y += leadingOf(LABEL) + 1
  sheet.rule('line')
  sheet.y += 6
}

function writeLine(sheet: Sheet, line: OrderLineRow): void {
  const { title, place, delivery, offers, price, lostAs } = describeLine(line)
  const words = { x: PAGE.left, width: WIDTH - AMOUNT_WIDTH }
  const amount = { x: PAGE.right - AMOUNT_WIDTH, width: AMOUNT_WIDTH, align: 'right' as const }
  const details = sheet.wrap(printable(`${[place, delivery, ...offers].join('. ')}.`), QUIET, words.width)
  const height = LINE_HEIGHT + (details.length - 1) * leadingOf(QUIET)
  sheet.keepTogether(height)
  const below = sheet.y + 12
  sheet.write(title, TEXT, { ...words, y: sheet.y })
  sheet.write(price, TEXT, { ...amount, y: sheet.y, isStruck: lostAs !== null })
  for (const [index, detail] of details.entries())
    sheet.write(detail, QUIET, { ...words, y: below + index * leadingOf(QUIET) })
  if (lostAs) sheet.write(lostAs, QUIET, { ...amount, y: below })
  sheet.y += height
}

function writeSums(sheet: Sheet, sums: DocumentLayout['sums']): void {
  sheet.keepTogether(12 + (sums.length - 1) * leadingOf(TEXT) + leadingOf(SUM))
  sheet.y += 2
  sheet.rule('ink')
  sheet.y += 8
  for (const [index, [name, amount]] of sums.entries()) {
    const style = index === sums.length - 1 ? SUM : TEXT
    sheet.write(name, style, { x: PAGE.left, y: sheet.y, width: WIDTH - 140 })
    sheet.write(amount, style, { x: PAGE.right - 140, y: sheet.y, width: 140, align: 'right' })
    sheet.y += leadingOf(style)
  }
  sheet.y += 10
}

function writeCall(sheet: Sheet, { heading, words, link }: NonNullable<DocumentLayout['call']>): void {
  const inner = WIDTH - 32
  const lines = words.flatMap((line) => sheet.wrap(line, TEXT, inner))
  const linkLines = link ? sheet.wrap(link, TEXT, inner) : []
  const height = 20 + leadingOf(STRONG) + (lines.length + linkLines.length) * leadingOf(TEXT)
  sheet.keepTogether(height)
  sheet.box({ x: PAGE.left, y: sheet.y, width: WIDTH, height })
  const place = { x: PAGE.left + 16, width: inner }
  sheet.y += 11
  sheet.flow([heading], STRONG, place)
  sheet.flow(lines, TEXT, place)
  sheet.flow(linkLines, { ...TEXT, color: 'accent' }, link ? { ...place, link } : place)
  sheet.y += 23
}

function writeSteps(sheet: Sheet, { heading, words }: NonNullable<DocumentLayout['steps']>): void {
  const indent = 16
  const steps = words.map((step) => sheet.wrap(step, TEXT, WIDTH - indent))
  sheet.keepTogether(leadingOf(STRONG) + steps.flat().length * leadingOf(TEXT))
  sheet.flow([heading], STRONG, { x: PAGE.left, width: WIDTH })
  for (const [index, lines] of steps.entries()) {
    sheet.write(`${index + 1}.`, TEXT, { x: PAGE.left, y: sheet.y, width: indent })
    sheet.flow(lines, TEXT, { x: PAGE.left + indent, width: WIDTH - indent })
  }
  sheet.y += 10
}

function writeNote(sheet: Sheet, note: string): void {
  const lines = note.split(/\r\n?|\n/).flatMap((line) => sheet.wrap(printable(line), TEXT, WIDTH))
  if (lines.length === 0) return
  sheet.keepTogether(leadingOf(LABEL) + leadingOf(TEXT) * Math.min(lines.length, 3))
  sheet.flow(['NOTE'], LABEL, { x: PAGE.left, width: WIDTH })
  sheet.flow(lines, TEXT, { x: PAGE.left, width: WIDTH })
  sheet.y += 10
}

/** Writes the store's name on the left and the title on the right, on one baseline. */
function writeTop(sheet: Sheet, brand: string, title: string): void {
  sheet.write(title, TITLE, { x: PAGE.right - 200, y: sheet.y, width: 200, align: 'right' })
  sheet.write(brand, BRAND, { x: PAGE.left, y: sheet.y + 6, width: WIDTH - 200 })
  sheet.y += 34
  sheet.rule('accent')
  sheet.y += 16
}

/** Lays out a document. The same content gives the same bytes. */
export function layOutDocument(layout: DocumentLayout): Uint8Array {
  const { title, content, facts, sums, call, steps } = layout
  const { reference, soldTo, lines, note } = content
  const brand = printable(content.brand.name)
  const name = `${title} ${reference}`
  let isInLines = false

  const sheet = openSheet({
    title: name,
    author: brand,
    createdAt: layout.createdAt,
    drawHead(page) {
      page.write(brand, BRAND, { x: PAGE.left, y: page.y, width: 250 })
      page.write(`${name}, continued`, TEXT, { x: PAGE.right - 250, y: page.y + 4, width: 250, align: 'right' })
      page.y += 26
      page.rule('accent')
      page.y += 16
      if (isInLines) writeTableHead(page)
    },
    drawFoot(page, number, pages) {
      const words = `Questions? Email ${content.brand.supportEmail} and mention ${reference}.`
      const lines = cut(page.wrap(printable(words), QUIET, WIDTH - 80), FOOT_LINES_MAX)
      for (const [index, line] of lines.entries())
        page.write(line, QUIET, { x: PAGE.left, y: FOOT_Y + index * leadingOf(QUIET), width: WIDTH - 80 })
      page.write(`Page ${number} of ${pages}`, QUIET, { x: PAGE.right - 80, y: FOOT_Y, width: 80, align: 'right' })
    },
  })

  writeTop(sheet, brand, title)
  writeColumns(sheet, [
    { label: 'Reference', lines: [reference], share: 2 },
    ...facts.map(([label, ...values]) => ({ label, lines: values.map(printable), share: 3 })),
  ])
  sheet.y += 14
  const seller = [content.brand.name, content.brand.subsidiary, content.brand.supportEmail].map(printable)
  writeColumns(sheet, [
    { label: 'Sold to', lines: buyerOf(soldTo), share: 5 },
    { label: 'Sold by', lines: seller, share: 3 },
  ])
  sheet.y += 16

  isInLines = true
  sheet.keepTogether(20 + LINE_HEIGHT)
  writeTableHead(sheet)
  for (const line of lines) writeLine(sheet, line)
  isInLines = false
  writeSums(sheet, sums)
  if (call) writeCall(sheet, call)
  if (steps) writeSteps(sheet, steps)
  writeNote(sheet, note)
  if ([soldTo.name, ...soldTo.details, note].some(losesLetters)) {
    sheet.flow(sheet.wrap(SUBSTITUTE_NOTE, QUIET, WIDTH), QUIET, { x: PAGE.left, width: WIDTH })
  }
  return sheet.finish()
}

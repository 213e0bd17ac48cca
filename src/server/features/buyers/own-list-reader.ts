/** Turns the rows of a buyer's list into fingerprints, and counts what is not usable. Runs a million times per file. */
import { headerWord, suggestMapping } from '#contract/admin/lead-file-fields.ts'
import {
  OWN_LIST_KEYS_MAX,
  OWN_LIST_ROWS_MAX,
  type OwnListCheck,
  type OwnListMeaning,
  type OwnListRowReason,
} from '#contract/buyers/own-lists.ts'
import {
  type FingerprintContext,
  normalizeAddress,
  phoneKeyOf,
  propertyKeyOf,
} from '#server/features/stock/normalize-address.ts'
import { PhoneReader } from '#server/platform/text/phone-numbers.ts'

type OwnListColumns = NonNullable<ReturnType<typeof readColumns>>

/** What tools call them, in addition to the names that lead files have. */
const MORE: Readonly<Record<'address' | 'city' | 'zip', readonly string[]>> = {
  address: [
    'property street',
    'property street address',
    'property address 1',
    'property address line 1',
    'address 1',
    'address line 1',
    'street address 1',
    'site street',
  ],
  city: ['town', 'property town'],
  zip: ['zipcode', 'zip 5', 'zip5', 'postcode', 'property zipcode', 'property postal code', 'property postcode'],
}

const MAPPED = Object.keys(MORE) as (keyof typeof MORE)[]
/** `Phone 4`, `Mobile`, `Owner Cell Phone`, `Do Not Call Phones`; not `Phone 1 Type`. */
const PHONE =
  /^(?:(?:owner|contact|lead|main|primary|second|secondary|third|other|best|home|work|office|business|cell|mobile|wireless|land|do not call|dnc) )*(?:phones?|mobile|cell|landline|telephone|tel|wireless)(?: ?(?:numbers?|no))?(?: ?\d{1,2})?$/

function meaningOf(name: string): OwnListMeaning | null {
  const [field] = Object.keys(suggestMapping([name]))
  const word = headerWord(name)
  const found = MAPPED.find((meaning) => meaning === field) ?? MAPPED.find((meaning) => MORE[meaning].includes(word))
  return found ?? (PHONE.test(word) ? 'phone' : null)
}

const NAME_CHARACTERS_MAX = 60

/**
 * Recognizes the columns of a header, the way the import of lead files suggests them. An address is in the first column
 * that may be one; phones are in all that may be. @returns where each is, -1 for nowhere; null if
 * neither was recognized
 */
function readColumns(header: readonly string[]) {
  const shortened = header.map((cell) => cell.replace(/\s+/g, ' ').trim().slice(0, NAME_CHARACTERS_MAX))
  const names = shortened.map((name, at) => name || `Column ${at + 1}`)
  const seen = new Set<OwnListMeaning>()
  const meanings = names.map((name) => {
    const meaning = meaningOf(name)
    if (meaning === null || (meaning !== 'phone' && seen.has(meaning))) return null
    seen.add(meaning)
    return meaning
  })
  if (!seen.has('address') && !seen.has('phone')) return null
  // A city or ZIP says nothing without an address.
  const used = meanings.map((meaning) => (seen.has('address') || meaning === 'phone' ? meaning : null))
  return {
    names,
    meanings: used,
    address: used.indexOf('address'),
    city: used.indexOf('city'),
    zip: used.indexOf('zip'),
    phones: used.flatMap((meaning, at) => (meaning === 'phone' ? [at] : [])),
  }
}

/* Collects fingerprints, 16 bytes each, and puts them in order: a million take 16 MB, where texts would take a hundred. */

const KEY_BYTES = 16
const FIRST_KEYS = 1_024
/** As many bytes as a number holds exactly. */
const HEAD_BYTES = 6

class SortedKeys {
  #bytes = Buffer.allocUnsafe(FIRST_KEYS * KEY_BYTES)
  /** How many were added; some may be the same. */
  added = 0

  static countOf = (keys: Buffer): number => keys.length / KEY_BYTES

  /** @param uuid 32 hexadecimal digits with dashes */
  add(uuid: string): void {
    const at = this.added * KEY_BYTES
    if (at === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(at)])
    this.#bytes.write(uuid.replaceAll('-', ''), at, KEY_BYTES, 'hex')
    this.added += 1
  }

  finish(): Buffer {
    const { added } = this
    const bytes = this.#bytes
    const heads = new Float64Array(added)
    for (let index = 0; index < added; index += 1) heads[index] = bytes.readUIntBE(index * KEY_BYTES, HEAD_BYTES)
    const compare = (a: number, b: number) =>
      (heads[a] ?? 0) - (heads[b] ?? 0) ||
      bytes.compare(bytes, b * KEY_BYTES, (b + 1) * KEY_BYTES, a * KEY_BYTES, (a + 1) * KEY_BYTES)
    const order = new Uint32Array(added).map((_, index) => index).sort(compare)
    const sorted = Buffer.allocUnsafe(added * KEY_BYTES)
    let kept = 0
    let last = -1
    for (const index of order) {
      if (last >= 0 && compare(last, index) === 0) continue
      last = index
      bytes.copy(sorted, kept, index * KEY_BYTES, (index + 1) * KEY_BYTES)
      kept += KEY_BYTES
    }
    return sorted.subarray(0, kept)
  }
}

/** `message` is for the buyer. */
export class OwnListProblem extends Error {
  override name = 'OwnListProblem'
  readonly isTooLarge: boolean

  constructor(message: string, { isTooLarge = false } = {}) {
    super(message)
    this.isTooLarge = isTooLarge
  }
}

const PLAIN_ZIP = /^(\d{5})(?:-?\d{4})?$/
/** A spreadsheet drops the leading zeros of Boston. */
const SHORT_ZIP = /^\d{3,4}$/
/** As long as the address of a lead may be. */
const ADDRESS_MAX = 200
/** The end of an address in one cell: `12 Oak St, Austin, TX 78701`. */
const PLACE = /^(.*),([^,]*),\s*\p{L}[\p{L} .]*[\s,]+(\d{5})(?:-\d{4})?$/u
const BETWEEN_PHONES = /[,;|/\n]/

const NOTHING_RECOGNIZED =
  'No column was recognized. The first row must name the columns, and one of them must be an address (“Property address”, with “City” and “ZIP”) or a phone (“Phone”).'

const limited = (count: number): string => count.toLocaleString('en-US')

export class OwnListReader {
  readonly #ctx: FingerprintContext
  /** Rows of a workbook end with their last cell; those of CSV have as many cells as the header. */
  readonly #isRagged: boolean
  readonly #phones = new PhoneReader()
  readonly #addressKeys = new SortedKeys()
  readonly #phoneKeys = new SortedKeys()
  readonly #problems: Partial<Record<OwnListRowReason, number>> = {}
  #columns: OwnListColumns | null = null
  /** All lines, with the header and blank ones. */
  #lines = 0
  #rows = 0
  #usableRows = 0

  constructor(ctx: FingerprintContext, { isRagged }: { isRagged: boolean }) {
    this.#ctx = ctx
    this.#isRagged = isRagged
  }

  /** @throws OwnListProblem */
  take(cells: readonly string[]): void {
    this.#lines += 1
    // Blank rows take time too: a hundred megabytes of them took half a minute.
    if (this.#lines > OWN_LIST_ROWS_MAX + 1) {
      const message = `The file has more than ${limited(OWN_LIST_ROWS_MAX)} rows, blank ones included. Send it in parts.`
      throw new OwnListProblem(message, { isTooLarge: true })
    }
    if (cells.every((cell) => cell === '' || cell.trim() === '')) return
    if (!this.#columns) return void this.#takeHeader(cells)
    this.#rows += 1
    const reason = this.#takeRow(this.#columns, cells)
    if (reason === null) this.#usableRows += 1
    else this.#problems[reason] = (this.#problems[reason] ?? 0) + 1
    if (this.#addressKeys.added + this.#phoneKeys.added > 2 * OWN_LIST_KEYS_MAX) this.#refuseKeys()
  }

  /** @throws OwnListProblem for a file without rows, or with too many different addresses and phones */
  end(): { check: OwnListCheck; addresses: Buffer; phones: Buffer } {
    if (!this.#columns) throw new OwnListProblem('The file is empty.')
    if (this.#rows === 0) throw new OwnListProblem('The file has a header and no rows.')
    const addresses = this.#addressKeys.finish()
    const phones = this.#phoneKeys.finish()
    const counts = { addresses: SortedKeys.countOf(addresses), phones: SortedKeys.countOf(phones) }
    if (counts.addresses + counts.phones > OWN_LIST_KEYS_MAX) this.#refuseKeys()
    const { names, meanings } = this.#columns
    const problems = Object.entries(this.#problems) as [OwnListRowReason, number][]
    return {
      check: {
        columns: names.map((name, at) => ({ name, meaning: meanings[at] ?? null })),
        rows: this.#rows,
        usableRows: this.#usableRows,
        ...counts,
        problems: problems.map(([reason, rows]) => ({ reason, rows })).sort((a, b) => b.rows - a.rows),
      },
      addresses,
      phones,
    }
  }

  #refuseKeys(): never {
    const message = `The file has more than ${limited(OWN_LIST_KEYS_MAX)} addresses and phones. Leave out columns, or send it in parts.`
    throw new OwnListProblem(message, { isTooLarge: true })
  }

  #takeHeader(cells: readonly string[]): void {
    const [first = ''] = cells
    if (cells.length === 1 && /[;\t|]/.test(first))
      throw new OwnListProblem(
        'The columns are separated by something else than commas. Save the file as CSV with commas.',
      )
    this.#columns = readColumns(cells)
    if (!this.#columns) throw new OwnListProblem(NOTHING_RECOGNIZED)
  }

  /** @returns why nothing of the row can be used; null if something can */
  #takeRow(columns: OwnListColumns, cells: readonly string[]): OwnListRowReason | null {
    if (!this.#isRagged && cells.length !== columns.names.length) return 'cells'
    const address = columns.address < 0 ? 'nothing' : this.#takeAddress(columns, cells)
    const phone = this.#takePhones(columns, cells)
    if (address === null || phone === null) return null
    return address === 'nothing' ? phone : address
  }

  #takeAddress(columns: OwnListColumns, cells: readonly string[]): OwnListRowReason | null {
    const text = cells[columns.address]?.trim() ?? ''
    if (text === '') return 'nothing'
    if (text.length > ADDRESS_MAX) return 'address'
    let address = text
    let city = columns.city < 0 ? '' : (cells[columns.city] ?? '').trim().slice(0, ADDRESS_MAX)
    let zip = readZip(columns.zip < 0 ? '' : (cells[columns.zip] ?? '').trim())
    if (zip === '') {
      const [, street, place, end] = PLACE.exec(text) ?? []
      if (!street || !place || !end) return 'zip'
      address = street
      city ||= place.trim()
      zip = end
    }
    const normalized = normalizeAddress({ address, city, zip })
    if (normalized === null) return 'address'
    this.#addressKeys.add(propertyKeyOf(this.#ctx, normalized))
    return null
  }

  #takePhones(columns: OwnListColumns, cells: readonly string[]): OwnListRowReason | null {
    let reason: OwnListRowReason | null = 'nothing'
    for (const at of columns.phones) {
      const text = cells[at]?.trim() ?? ''
      if (text === '') continue
      for (const one of BETWEEN_PHONES.test(text) ? text.split(BETWEEN_PHONES) : [text]) {
        const number = one.trim() === '' ? null : this.#phones.read(one.trim())
        if (number !== null) this.#phoneKeys.add(phoneKeyOf(this.#ctx, number))
        if (number !== null || reason === null) reason = null
        else reason = 'phone'
      }
    }
    return reason
  }
}

const readZip = (text: string): string =>
  PLAIN_ZIP.exec(text)?.[1] ?? (SHORT_ZIP.test(text) ? text.padStart(5, '0') : '')

/** Turns the rows of a buyer's list into fingerprints, and counts what is not usable. Runs a million times per file. */
import {
  OWN_LIST_KEYS_MAX,
  OWN_LIST_ROWS_MAX,
  type OwnListCheck,
  type OwnListMeaning,
  type OwnListRowReason,
} from '#contract/buyers/own-lists.ts'
import { readPhoneCell } from '#server/features/imports/read-contacts.ts'
import { type ReadPlace, readPlace, readZip } from '#server/features/imports/read-place.ts'
import { hasStreet, sampleColumns, understandColumns } from '#server/features/imports/understand-columns.ts'
import { FileProblem, requireCommas } from '#server/features/imports/unpack.ts'
import {
  type FingerprintContext,
  normalizeAddress,
  phoneKeyOf,
  propertyKeyOf,
} from '#server/features/stock/normalize-address.ts'
import { PhoneReader } from '#server/platform/text/phone-numbers.ts'

const NAME_CHARACTERS_MAX = 60

/**
 * Understands a header with the first rows. A list whose property could be in two places has both: to leave out more
 * than the buyer has costs less than to sell it twice. @returns null if neither address nor phone was recognized
 */
function readColumns(header: readonly string[], rows: readonly (readonly string[])[]) {
  const names = header.map(
    (cell, at) => cell.replace(/\s+/g, ' ').trim().slice(0, NAME_CHARACTERS_MAX) || `Column ${at + 1}`,
  )
  const understood = understandColumns(sampleColumns(names, rows))
  const { property, candidates, doNotCallNumbers } = understood
  const places = (candidates.length > 0 ? candidates : [property]).filter(hasStreet)
  const phones = [...understood.phones.map(({ number }) => number), ...doNotCallNumbers]
  if (places.length === 0 && phones.length === 0) return null
  const meanings: (OwnListMeaning | null)[] = names.map(() => null)
  for (const place of places)
    for (const [part, at] of Object.entries(place))
      if (at !== undefined && part !== 'county' && part !== 'fips') meanings[at] = MEANINGS[part] ?? 'address'
  for (const at of phones) meanings[at] = 'phone'
  return { names, meanings, places, phones }
}

/** Every other part is one of the street's. */
const MEANINGS: Readonly<Record<string, OwnListMeaning>> = { city: 'city', state: 'state', zip: 'zip', unit: 'unit' }

type OwnListColumns = NonNullable<ReturnType<typeof readColumns>>

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

/** As long as the address of a lead may be. */
const ADDRESS_MAX = 200
/** Rows that are looked at before the columns are understood. */
const SAMPLE_ROWS = 200

const NOTHING_RECOGNIZED =
  'No column was recognized. The first row must name the columns, and one of them must be an address (“Property address”, with “City” and “ZIP”) or a phone (“Phone”).'

const limited = (count: number): string => count.toLocaleString('en-US')

export class OwnListReader {
  readonly #ctx: FingerprintContext
  readonly #phones = new PhoneReader()
  readonly #addressKeys = new SortedKeys()
  readonly #phoneKeys = new SortedKeys()
  readonly #problems: Partial<Record<OwnListRowReason, number>> = {}
  #header: readonly string[] | null = null
  #sample: (readonly string[])[] = []
  #columns: OwnListColumns | null = null
  /** All lines, with the header and blank ones. */
  #lines = 0
  #rows = 0
  #usableRows = 0

  constructor(ctx: FingerprintContext) {
    this.#ctx = ctx
  }

  /** @throws FileProblem */
  take(cells: readonly string[]): void {
    this.#lines += 1
    // Blank rows take time too: a hundred megabytes of them took half a minute.
    if (this.#lines > OWN_LIST_ROWS_MAX + 1) {
      const message = `The file has more than ${limited(OWN_LIST_ROWS_MAX)} rows, blank ones included. Send it in parts.`
      throw new FileProblem(message, { isTooLarge: true })
    }
    if (cells.every((cell) => cell === '' || cell.trim() === '')) return
    if (!this.#header) {
      requireCommas(cells)
      this.#header = cells
      return
    }
    this.#rows += 1
    if (this.#columns) return void this.#takeRow(this.#columns, cells)
    this.#sample.push(cells)
    if (this.#sample.length >= SAMPLE_ROWS) this.#understand(this.#header)
  }

  /** @throws FileProblem if no column was recognized */
  #understand(header: readonly string[]): OwnListColumns {
    const columns = readColumns(header, this.#sample)
    if (!columns) throw new FileProblem(NOTHING_RECOGNIZED)
    this.#columns = columns
    for (const cells of this.#sample.splice(0)) this.#takeRow(columns, cells)
    return columns
  }

  /** @throws FileProblem for a file without rows, or with too many different addresses and phones */
  end(): { check: OwnListCheck; addresses: Buffer; phones: Buffer } {
    if (!this.#header) throw new FileProblem('The file is empty.')
    const { names, meanings } = this.#columns ?? this.#understand(this.#header)
    if (this.#rows === 0) throw new FileProblem('The file has a header and no rows.')
    const addresses = this.#addressKeys.finish()
    const phones = this.#phoneKeys.finish()
    const counts = { addresses: SortedKeys.countOf(addresses), phones: SortedKeys.countOf(phones) }
    if (counts.addresses + counts.phones > OWN_LIST_KEYS_MAX) this.#refuseKeys()
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
    throw new FileProblem(message, { isTooLarge: true })
  }

  #takeRow(columns: OwnListColumns, cells: readonly string[]): void {
    const reason = this.#readRow(columns, cells)
    if (reason === null) this.#usableRows += 1
    else this.#problems[reason] = (this.#problems[reason] ?? 0) + 1
    if (this.#addressKeys.added + this.#phoneKeys.added > 2 * OWN_LIST_KEYS_MAX) this.#refuseKeys()
  }

  /** @returns why nothing of the row can be used; null if something can */
  #readRow(columns: OwnListColumns, cells: readonly string[]): OwnListRowReason | null {
    const hasMore =
      cells.length > columns.names.length && cells.slice(columns.names.length).some((cell) => cell.trim() !== '')
    if (hasMore) return 'cells'
    const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at]?.trim() ?? ''))
    let address: OwnListRowReason | null = 'nothing'
    for (const place of columns.places) {
      const reason = this.#takeAddress(readPlace(place, cell))
      if (address === 'nothing' || reason === null) address = reason
    }
    const phone = this.#takePhones(columns, cells)
    if (address === null || phone === null) return null
    return address === 'nothing' ? phone : address
  }

  #takeAddress({ address, city, zip }: ReadPlace): OwnListRowReason | null {
    if (address === '') return 'nothing'
    if (address.length > ADDRESS_MAX) return 'address'
    const digits = readZip(zip)
    if (digits === '') return 'zip'
    const normalized = normalizeAddress({ address, city: city.slice(0, ADDRESS_MAX), zip: digits })
    if (normalized === null) return 'address'
    this.#addressKeys.add(propertyKeyOf(this.#ctx, normalized))
    return null
  }

  #takePhones(columns: OwnListColumns, cells: readonly string[]): OwnListRowReason | null {
    let reason: OwnListRowReason | null = 'nothing'
    for (const at of columns.phones) {
      const text = cells[at]?.trim() ?? ''
      if (text === '') continue
      const { found } = readPhoneCell(text, this.#phones)
      for (const { number } of found) this.#phoneKeys.add(phoneKeyOf(this.#ctx, number))
      reason = found.length > 0 || reason === null ? null : 'phone'
    }
    return reason
  }
}

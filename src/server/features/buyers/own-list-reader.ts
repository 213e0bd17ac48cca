/** Turns the rows of a buyer's list into fingerprints. Runs a million times per file. */
import { columnsOf, type LeadField, type LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { OwnListRowReason } from '#contract/buyers/own-lists.ts'
import { FIELDS_OF, LISTED_PHONES } from '#contract/imports/mapping.ts'
import { hasMoreCells, PLACE_FIELDS, PLACE_PARTS } from '#server/features/imports/header.ts'
import { readPhoneCell } from '#server/features/imports/read-contacts.ts'
import { type ReadPlace, readPlace, readZip } from '#server/features/imports/read-place.ts'
import {
  type FingerprintContext,
  normalizeAddress,
  phoneKeyOf,
  propertyKeyOf,
} from '#server/features/stock/normalize-address.ts'
import { isZipElsewhere, type ZipCounties } from '#server/features/stock/zip-counties.ts'
import { PhoneReader } from '#server/platform/text/phone-numbers.ts'

const PARTS = PLACE_PARTS.filter((part) => FIELDS_OF.ownList.includes(PLACE_FIELDS[part]))

/** As long as the address of a lead may be. */
const ADDRESS_MAX = 200
const IS_PHONE = { address: 'f', phone: 't' } as const

export class OwnListReader {
  readonly #ctx: FingerprintContext
  readonly #zips: ZipCounties
  readonly #uploadNo: number
  readonly #width: number
  readonly #property: Partial<Record<(typeof PARTS)[number], number>>
  readonly #phoneColumns: readonly number[]
  readonly #phones = new PhoneReader()
  /** Of the row that was read last: a line for each fingerprint. */
  line = ''
  readonly found = {}

  constructor(
    ctx: FingerprintContext,
    zips: ZipCounties,
    options: { uploadNo: number; mapping: LeadMapping; columns: readonly string[] },
  ) {
    const { uploadNo, mapping, columns } = options
    this.#ctx = ctx
    this.#zips = zips
    this.#uploadNo = uploadNo
    this.#width = columns.length
    const at = (field: LeadField) => columnsOf(mapping, field).map((column) => columns.indexOf(column))
    this.#property = Object.fromEntries(
      PARTS.flatMap((part) => at(PLACE_FIELDS[part]).map((place) => [part, place] as const)),
    )
    this.#phoneColumns = LISTED_PHONES.flatMap(at)
  }

  /** @returns why nothing of the row can be used; null if something can */
  read(cells: readonly string[]): OwnListRowReason | null {
    this.line = ''
    if (hasMoreCells(cells, this.#width)) return 'cells'
    const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at]?.trim() ?? ''))
    const address = this.#takeAddress(readPlace(this.#property, cell))
    const phone = this.#takePhones(cell)
    if (address === null || phone === null) return null
    return address === 'nothing' ? phone : address
  }

  #add(kind: keyof typeof IS_PHONE, key: string): void {
    this.line += `${this.#uploadNo}\t${IS_PHONE[kind]}\t${key}\n`
  }

  #takeAddress({ address, city, state, zip }: ReadPlace): OwnListRowReason | null {
    if (address === '') return 'nothing'
    if (address.length > ADDRESS_MAX) return 'address'
    const digits = readZip(zip)
    if (digits === '') return 'zip'
    if (isZipElsewhere(this.#zips, digits, state)) return 'state'
    const normalized = normalizeAddress({ address, city: city.slice(0, ADDRESS_MAX), zip: digits })
    if (normalized === null) return 'address'
    this.#add('address', propertyKeyOf(this.#ctx, normalized))
    return null
  }

  #takePhones(cell: (at: number) => string): OwnListRowReason | null {
    let reason: OwnListRowReason | null = 'nothing'
    for (const at of this.#phoneColumns) {
      const text = cell(at)
      if (text === '') continue
      const { found } = readPhoneCell(text, this.#phones)
      for (const { number } of found) this.#add('phone', phoneKeyOf(this.#ctx, number))
      reason = found.length > 0 || reason === null ? null : 'phone'
    }
    return reason
  }
}

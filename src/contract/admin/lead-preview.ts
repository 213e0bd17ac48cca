/** The result of a lead file's dry run. */
import * as z from 'zod/mini'
import { LeadType } from '#contract/catalogue/catalogue.ts'
import { type FileSheet, rowName } from '#contract/imports/sheets.ts'
import { LeadRowReason } from './lead-file-fields.ts'

export const NewlyBacked = z.object({
  state: z.string(),
  county: z.string(),
  leadType: LeadType,
  leads: z.int(),
  /** Packages for sale now, and how many of these will be sold out. Absent in older checks. */
  forSale: z.optional(z.int()),
  soldOut: z.optional(z.int()),
})
export type NewlyBacked = z.infer<typeof NewlyBacked>

export const LeadPreview = z.object({
  newLeads: z.int(),
  merged: z.int(),
  unchanged: z.int(),
  repeated: z.int(),
  /** Known leads taken off sale, because the property has a newer lead of another owner or for another list. */
  displaced: z.int(),
  tiers: z.object({ vip: z.int(), premier: z.int(), premium: z.int(), standard: z.int() }),
  refused: z.partialRecord(LeadRowReason, z.int()),
  /** Cells that could not be read, and words that count as “do not call” until a person says otherwise, most first. */
  leftOut: z.object({
    phones: z.int(),
    emails: z.int(),
    facts: z.int(),
    marks: z.optional(z.array(z.object({ word: z.string(), rows: z.int() }))),
    /** Refused rows that would have a county if they took it from their ZIP. */
    fixableByZip: z.optional(z.int()),
    firstFixable: z.optional(z.array(z.object({ row: z.int(), from: z.string(), to: z.string() }))),
    /** Rows that prove an order of day and month, and acquired dates (one as an example) that are open to both. */
    dates: z.optional(z.object({ monthFirst: z.int(), dayFirst: z.int(), open: z.int(), example: z.string() })),
  }),
  /** Addresses without a unit that several owners have, and rows of one of them. Absent in older checks. */
  crowded: z.optional(z.object({ addresses: z.int(), rows: z.array(z.int()) })),
  /** Counties and lead types that will start to follow leads; `first` has those where most sells out. */
  newlyBacked: z.object({
    places: z.int(),
    packages: z.int(),
    forSale: z.optional(z.int()),
    soldOut: z.optional(z.int()),
    first: z.array(NewlyBacked),
  }),
})
export type LeadPreview = z.infer<typeof LeadPreview>

/** Warns of addresses with several owners and no unit; false if there are none. */
export const crowdedWords = ({ crowded }: LeadPreview, sheets: readonly FileSheet[]): string | false =>
  crowded !== undefined &&
  `${crowded.addresses.toLocaleString('en-US')} ${crowded.addresses === 1 ? 'address has' : 'addresses have'} 3 or more owners and no unit (rows ${crowded.rows.map((row) => rowName(sheets, row)).join(', ')}, for example). Is a unit column missing?`

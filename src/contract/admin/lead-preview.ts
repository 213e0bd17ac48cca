/** What a dry run of a lead file found. */
import * as z from 'zod/mini'
import { LeadType } from '#contract/catalogue/catalogue.ts'
import { LeadRowReason } from './lead-file-fields.ts'

/** A county and lead type whose stock will follow from leads. */
export const NewlyBacked = z.object({
  state: z.string(),
  county: z.string(),
  leadType: LeadType,
  leads: z.int(),
  /** How many packages are for sale now, and how many of these will be sold out. Not known of what was checked before it was counted. */
  forSale: z.optional(z.int()),
  soldOut: z.optional(z.int()),
})
export type NewlyBacked = z.infer<typeof NewlyBacked>

/** What applying a file would do. */
export const LeadPreview = z.object({
  /** Leads that are not known yet. */
  newLeads: z.int(),
  /** Leads that are known and get newer facts. */
  merged: z.int(),
  /** Rows that say nothing newer of a known lead. */
  unchanged: z.int(),
  /** Rows that say a lead of this file once more; its newest row counts. */
  repeated: z.int(),
  /** Known leads that leave sale, because the property has a newer lead of another owner or for another list. */
  displaced: z.int(),
  /** How many leads would be for sale in each tier now. */
  tiers: z.object({ vip: z.int(), premier: z.int(), premium: z.int(), standard: z.int() }),
  /** Rows that are not taken, by reason. */
  refused: z.partialRecord(LeadRowReason, z.int()),
  /** Cells that could not be read and are left out of leads that are taken. */
  leftOut: z.object({ phones: z.int(), emails: z.int(), facts: z.int() }),
  /** How many counties and lead types begin to be stocked from leads, and some of them: those first where most sells out. */
  newlyBacked: z.object({
    places: z.int(),
    packages: z.int(),
    /** Of all of them together, as of each. */
    forSale: z.optional(z.int()),
    soldOut: z.optional(z.int()),
    first: z.array(NewlyBacked),
  }),
})
export type LeadPreview = z.infer<typeof LeadPreview>

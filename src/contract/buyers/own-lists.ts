/**
 * Leads that a buyer has already, kept only as fingerprints and left out of what the buyer gets. No reply depends on
 * what the store has: it counts the file's own rows (docs/decisions/0070-leads-a-buyer-already-has.md).
 */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, matching } from '#contract/values.ts'

export const OWN_LISTS_MAX = 5
export const OWN_LIST_KEYS_MAX = 2_000_000
export const OWN_LIST_DAYS = 365
/** That of the import that made it. */
export const OwnListId = matching(/^own_[0-9a-z]{22}$/).brand<'OwnListId'>()

export const OwnList = z.object({
  id: OwnListId,
  name: z.string(),
  addresses: z.int(),
  phones: z.int(),
  createdAt: Instant,
  changedAt: Instant,
  keptUntil: Instant,
})
export type OwnList = z.infer<typeof OwnList>

/** Why nothing of a row can be used: “This row …”. */
export const OWN_LIST_ROW_REASONS = {
  nothing: 'has neither an address nor a phone',
  zip: 'has an address without a ZIP of 5 or 9 digits',
  address: 'has an address that is not one house: it needs a number and a street',
  state: 'has a ZIP that is not in its state',
  phone: 'has a phone that is not a US number',
  cells: 'has more cells than the header has columns',
} as const
export type OwnListRowReason = keyof typeof OWN_LIST_ROW_REASONS
const OwnListRowReason = z.enum(Object.keys(OWN_LIST_ROW_REASONS) as [OwnListRowReason, ...OwnListRowReason[]])

/** What a list would have: rows with an address or a phone, and how many different ones of each. */
export const OwnListPreview = z.object({
  usableRows: z.int(),
  addresses: z.int(),
  phones: z.int(),
  refused: z.partialRecord(OwnListRowReason, z.int()),
})
export type OwnListPreview = z.infer<typeof OwnListPreview>

export const listOwnLists = defineEndpoint('anyone', 'GET', '/api/desk/own-lists', {
  summary: 'The lists of leads that the open desk’s address already has, oldest first.',
  reply: z.object({ lists: z.array(OwnList) }),
  refusals: ['desk_closed'],
})

export const removeOwnList = defineEndpoint('anyone', 'DELETE', '/api/desk/own-lists/:ownListId', {
  summary: 'Ends a list at once; its fingerprints are deleted soon after.',
  params: z.object({ ownListId: OwnListId }),
  reply: z.object({ message: z.string() }),
  refusals: ['desk_closed', 'own_list_unknown'],
})

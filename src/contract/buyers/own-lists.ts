/**
 * Leads that a buyer has already, kept only as fingerprints and left out of what the buyer gets. No reply depends on
 * what the store has: it counts the file's own rows (docs/decisions/0070-leads-a-buyer-already-has.md).
 */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, Instant, matching, PlainText } from '#contract/values.ts'

export const OWN_LISTS_MAX = 5
export const OWN_LIST_KEYS_MAX = 2_000_000
export const OWN_LIST_ROWS_MAX = 1_000_000
export const OWN_LIST_BYTES_MAX = 64 * 1024 * 1024
export const OWN_LIST_DAYS = 365
/** A file is sent as it is; its first bytes tell its type. CSV may be compressed with gzip. */
export const OWN_LIST_TYPE = 'application/octet-stream'

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

export const OWN_LIST_MEANINGS = ['address', 'unit', 'city', 'state', 'zip', 'phone'] as const
export type OwnListMeaning = (typeof OWN_LIST_MEANINGS)[number]

/** Why nothing of a row can be used, in words for the buyer. */
export const OWN_LIST_ROW_REASONS = {
  nothing: 'Neither an address nor a phone',
  zip: 'An address without a ZIP of 5 or 9 digits',
  address: 'An address that is not one house: it needs a number and a street',
  phone: 'A phone that is not a US number',
  cells: 'More cells than the header has columns',
} as const
export type OwnListRowReason = keyof typeof OWN_LIST_ROW_REASONS

export const OwnListCheck = z.object({
  /** In the order of the file; `meaning` null: the column is not used. */
  columns: z.array(z.object({ name: z.string(), meaning: z.nullable(z.enum(OWN_LIST_MEANINGS)) })),
  rows: z.int(),
  usableRows: z.int(),
  addresses: z.int(),
  phones: z.int(),
  problems: z.array(
    z.object({
      reason: z.enum(Object.keys(OWN_LIST_ROW_REASONS) as [OwnListRowReason, ...OwnListRowReason[]]),
      rows: z.int(),
    }),
  ),
})
export type OwnListCheck = z.infer<typeof OwnListCheck>

const Saved = z.object({ list: OwnList, check: OwnListCheck })
const params = z.object({ ownListId: OwnListId })

export const listOwnLists = defineEndpoint('anyone', 'GET', '/api/desk/own-lists', {
  summary: 'The lists of leads that the open desk’s address already has, oldest first.',
  reply: z.object({ lists: z.array(OwnList) }),
  refusals: ['desk_closed'],
})

export const checkOwnList = defineEndpoint('anyone', 'POST', '/api/desk/own-lists/check', {
  summary: 'Reads a file and says what was recognized. Keeps nothing of it.',
  upload: OWN_LIST_TYPE,
  reply: OwnListCheck,
  refusals: ['desk_closed', 'own_list_refused', 'own_list_busy', 'own_list_throttled'],
})

export const addOwnList = defineEndpoint('anyone', 'POST', '/api/desk/own-lists', {
  summary:
    'Reads a file and keeps it as a new list, whole or not at all. Sending the same attempt again finds its list.',
  query: z.object({ name: PlainText(100), attemptId: AttemptId }),
  upload: OWN_LIST_TYPE,
  reply: Saved,
  refusals: ['desk_closed', 'own_list_refused', 'own_list_busy', 'own_list_throttled', 'own_lists_full'],
})

export const changeOwnList = defineEndpoint('anyone', 'POST', '/api/desk/own-lists/:ownListId/rows', {
  summary: 'Reads a file and adds it to a list, or replaces what the list has; whole or not at all.',
  params,
  query: z.object({ mode: z.enum(['append', 'replace']) }),
  upload: OWN_LIST_TYPE,
  reply: Saved,
  refusals: ['desk_closed', 'own_list_unknown', 'own_list_refused', 'own_list_busy', 'own_list_throttled'],
})

export const removeOwnList = defineEndpoint('anyone', 'DELETE', '/api/desk/own-lists/:ownListId', {
  summary: 'Ends a list at once; its fingerprints are deleted soon after.',
  params,
  reply: z.object({ message: z.string() }),
  refusals: ['desk_closed', 'own_list_unknown'],
})

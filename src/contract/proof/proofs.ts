/**
 * Proofs that a lead was sold no more often than promised (docs/decisions/0069-a-log-of-delivered-leads.md), and the
 * store's own figures, computed once a day and never changed (docs/decisions/0072-public-figures.md).
 */
import * as z from 'zod/mini'
import { CLAIM_REASONS } from '#contract/claims/claim-reasons.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { Day } from '#contract/days.ts'
import { DeliveryToken } from '#contract/delivery/delivery.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { matching } from '#contract/values.ts'

/** The page that checks proofs. It is a file of its own, so it is linked to and not a page of the router. */
export const VERIFY_PATH = '/verify'

export const PROOFS_TYPE = 'application/zip'

const LineParams = z.object({
  token: DeliveryToken,
  lineNumber: z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)),
})

export const getProofs = defineEndpoint('anyone', 'GET', '/api/deliveries/:token/:lineNumber/proofs', {
  summary: 'How many leads of a package have a proof or still wait, and how many buyers the log allows each.',
  params: LineParams,
  reply: z.object({
    ready: z.int(),
    waiting: z.int(),
    /** How many buyers the log allows a lead, or the least strict of them; null if it has none of them. */
    cap: z.nullable(z.int()),
  }),
  refusals: ['delivery_link_invalid'],
})

export const downloadProofs = defineEndpoint('anyone', 'POST', '/api/deliveries/:token/:lineNumber/proofs', {
  summary:
    'The proofs of a package’s leads as a ZIP file: one `.tlog-proof` for each lead, that of the log’s keys, and the policy.',
  params: LineParams,
  file: PROOFS_TYPE,
  refusals: ['delivery_link_invalid', 'proofs_not_ready', 'proofs_none'],
})

/* The public figures. */

/** Counts from 1 to one less than this are hidden. */
export const HIDDEN_BELOW = 10
export const FIGURE_MONTHS = 12

/** `2026-11`, in the store's time zone. */
const Month = matching(/^\d{4}-\d{2}$/)
/** Null: hidden. */
const Count = z.nullable(z.int())
/** Whole percent, where the exact share would give a hidden count away from one number to another; null: hidden. */
const Share = z.nullable(z.object({ from: z.int(), to: z.int() }))
export type Share = z.infer<typeof Share>

/** `placed = available + held + sold`, all counted apart. */
const StockRow = z.object({
  month: Month,
  day: Day,
  state: z.string(),
  /** `packages`: units whose number the store sets. `leads`: places for buyers, up to each lead's cap. */
  kind: z.enum(['packages', 'leads']),
  placed: Count,
  available: Count,
  held: Count,
  sold: Count,
  availablePercent: Count,
  heldPercent: Count,
  soldPercent: Count,
  /** Whether the sum was right before anything was hidden. */
  addsUp: z.boolean(),
})
export type StockRow = z.infer<typeof StockRow>

const DeliveryRow = z.object({
  month: Month,
  state: z.string(),
  due: Count,
  inTime: Count,
  late: Count,
  inTimePercent: Share,
  credits: Count,
  creditCents: Count,
})
export type DeliveryRow = z.infer<typeof DeliveryRow>

const ClaimRow = z.object({
  month: Month,
  reason: z.enum(CLAIM_REASONS),
  answered: Count,
  granted: Count,
  denied: Count,
  grantedPercent: Share,
})
export type ClaimRow = z.infer<typeof ClaimRow>

const OptOutRow = z.object({
  month: Month,
  honored: Count,
  /** Whole hours from the request until the leads were out of stock, rounded up: half, and 95 of 100, were faster. */
  medianHours: Count,
  percentile95Hours: Count,
})
export type OptOutRow = z.infer<typeof OptOutRow>

/** Its members are always in this order, so that the same figures are the same bytes. */
export const Figures = z.object({
  version: z.literal(1),
  day: Day,
  madeAt: z.string(),
  timeZone: z.string(),
  /** False: the store shows shares only. */
  hasCounts: z.boolean(),
  hiddenBelow: z.int(),
  stock: z.array(StockRow),
  deliveries: z.array(DeliveryRow),
  claims: z.array(ClaimRow),
  optOuts: z.array(OptOutRow),
})
export type Figures = z.infer<typeof Figures>

export const FIGURE_PARTS = ['stock', 'deliveries', 'claims', 'opt-outs'] as const
export type FigurePart = (typeof FIGURE_PARTS)[number]

const DayParams = z.object({ day: Day })

export const getFigures = defineEndpoint('anyone', 'GET', '/api/trust', {
  summary: 'The store’s public figures of a day, or of the latest one that has any.',
  query: z.object({ day: z.optional(Day) }),
  reply: z.object({
    figures: z.nullable(Figures),
    /** SHA-256 of the day’s file, hexadecimal. */
    checksum: z.nullable(z.string()),
    /** Whether the public log has that hash: it waits until it is published; none where the store keeps no log. */
    proof: z.enum(['none', 'waiting', 'ready']),
    /** The days that have figures, latest first; at most 400. */
    days: z.array(Day),
  }),
  refusals: ['figures_unknown'],
})
export type FiguresReply = z.infer<typeof getFigures.reply>

export const downloadFigures = defineEndpoint('anyone', 'GET', '/api/trust/:day/file', {
  summary: 'The figures of a day as a file. Its bytes never change.',
  params: DayParams,
  file: 'application/json',
  refusals: ['figures_unknown'],
})

export const downloadFiguresProof = defineEndpoint('anyone', 'GET', '/api/trust/:day/proof', {
  summary: 'The figures of a day, the proof that the public log has their hash, and the policy, as a ZIP file.',
  params: DayParams,
  file: PROOFS_TYPE,
  refusals: ['figures_unknown', 'figures_not_logged', 'figures_waiting'],
})

export const downloadFigureRows = defineEndpoint('anyone', 'GET', '/api/trust/:day/:part/csv', {
  summary: 'The rows of one part of a day’s figures, as CSV.',
  params: z.object({ day: Day, part: z.enum(FIGURE_PARTS) }),
  file: CSV_TYPE,
  refusals: ['figures_unknown'],
})

/** Proofs that a lead was sold no more often than promised (docs/decisions/0069-a-log-of-delivered-leads.md). */
import * as z from 'zod/mini'
import { DeliveryToken } from '#contract/delivery/delivery.ts'
import { defineEndpoint } from '#contract/endpoint.ts'

/** The page that checks proofs. It is a file of its own, so it is linked to and not a page of the router. */
export const VERIFY_PATH = '/verify'

export const PROOFS_TYPE = 'application/zip'

const LineParams = z.object({
  token: DeliveryToken,
  lineNumber: z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)),
})

export const getProofs = defineEndpoint('anyone', 'GET', '/api/deliveries/:token/:lineNumber/proofs', {
  summary:
    'How many leads of a package have a proof, how many still wait for one, and how many buyers the log allows each.',
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

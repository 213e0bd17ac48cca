/**
 * Proofs that a lead was sold to its buyer alone, or to at most as many as promised: made from the store's public log
 * (docs/decisions/0069-a-log-of-delivered-leads.md).
 */
import * as z from 'zod/mini'
import { DeliveryToken } from '#contract/delivery/delivery.ts'
import { defineEndpoint } from '#contract/endpoint.ts'

export const PROOFS_TYPE = 'application/zip'

const LineParams = z.object({
  token: DeliveryToken,
  lineNumber: z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)),
})

export const getProofs = defineEndpoint({
  name: 'getProofs',
  method: 'GET',
  path: '/api/deliveries/:token/:lineNumber/proofs',
  access: 'anyone',
  summary: 'How many leads of a package have a proof, and how many still wait for one.',
  params: LineParams,
  reply: z.object({ ready: z.int(), waiting: z.int() }),
  refusals: ['delivery_link_invalid'],
})

export const downloadProofs = defineEndpoint({
  name: 'downloadProofs',
  method: 'POST',
  path: '/api/deliveries/:token/:lineNumber/proofs',
  access: 'anyone',
  summary:
    'The proofs of a package’s leads as a ZIP file: one `.tlog-proof` for each lead, that of the log’s keys, and the policy.',
  params: LineParams,
  reply: z.any(),
  file: PROOFS_TYPE,
  refusals: ['delivery_link_invalid', 'proofs_not_ready', 'proofs_none'],
})

/** Evidence for claims: pictures and PDFs that a buyer attaches and only administrators can see. */
import * as z from 'zod/mini'
import { DeliveryToken } from '#contract/delivery/delivery.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { matching, PlainText } from '#contract/values.ts'
import { CLAIM_FILE_NAME_MAX } from './claim-reasons.ts'

export const ClaimFileId = matching(/^clf_[0-9a-z]{22}$/)

export const ClaimFile = z.object({ fileId: ClaimFileId, name: z.string(), bytes: z.int() })
export type ClaimFile = z.infer<typeof ClaimFile>

export const attachClaimFile = defineEndpoint('anyone', 'PUT', '/api/deliveries/:token/:lineNumber/claim-files', {
  summary:
    'Takes a file (PNG, JPEG or PDF by its content, 5 MB at most) that shows why a lead of a package is bad, for a claim made within a day. The same file again is kept once.',
  params: z.object({ token: DeliveryToken, lineNumber: z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)) }),
  query: z.object({ name: PlainText(CLAIM_FILE_NAME_MAX).check(z.minLength(1)) }),
  upload: 'application/octet-stream',
  reply: ClaimFile,
  refusals: [
    'delivery_link_invalid',
    'claim_lead_unknown',
    'claim_over',
    'claim_file_refused',
    'claim_file_too_large',
    'claim_files_throttled',
    'claim_files_full',
  ],
})

export const lookAtClaimFile = defineEndpoint('admin', 'POST', '/api/admin/claims/files/:fileId', {
  summary: 'A file that a buyer attached to a claim, to be saved. Each look is written to the audit log.',
  params: z.object({ fileId: ClaimFileId }),
  file: 'application/octet-stream',
  refusals: ['claim_file_unknown'],
})

/** What only imports of leads have. Rows are personal, so each look at them is recorded. */
import * as z from 'zod/mini'
import { LeadType } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { ImportId } from '#contract/imports/imports.ts'
import { Instant } from '#contract/values.ts'

export const LEAD_PREVIEW_ROWS = 10

export const LeadPreviewRow = z.object({
  row: z.int(),
  leadType: LeadType,
  state: z.string(),
  county: z.string(),
  address: z.string(),
  city: z.string(),
  zip: z.string(),
  ownerNames: z.array(z.string()),
  mailingAddress: z.nullable(z.string()),
  phones: z.array(z.object({ number: z.string(), kind: z.string(), isDoNotCall: z.boolean() })),
  emails: z.array(z.string()),
  acquiredAt: Instant,
  source: z.string(),
  consent: z.nullable(z.string()),
  isDoNotCall: z.boolean(),
  /** `replaces`: new, and a lead of the same property, of another owner or for another list, goes off sale. */
  verdict: z.enum(['new', 'merged', 'replaces', 'unchanged', 'repeated', 'outdated', 'suppressed']),
})
export type LeadPreviewRow = z.infer<typeof LeadPreviewRow>

export const previewLeadImport = defineEndpoint('admin', 'POST', '/api/admin/imports/:importId/preview', {
  key: 'write',
  summary: 'The first rows as the leads they would become. Recorded as a look at personal data.',
  params: z.object({ importId: ImportId }),
  reply: z.array(LeadPreviewRow),
  refusals: ['import_unknown', 'import_not_ready'],
})

export const listLeadSources = defineEndpoint('admin', 'GET', '/api/admin/lead-sources', {
  key: 'read',
  summary: 'Names of the sources whose columns are saved, last used first.',
  reply: z.array(z.string()),
})

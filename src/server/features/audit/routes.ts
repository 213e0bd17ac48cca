import { listAuditEntries as listAuditEntriesEndpoint } from '#contract/audit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bindPage } from '#server/platform/http/endpoint.ts'
import { listAuditEntries, type ReadNames } from './list-audit-entries.ts'

/** @param readNames comes from the feature that keeps the members */
export const auditRoutes = (readNames: ReadNames) => [
  bindPage(listAuditEntriesEndpoint, (ctx: WebContext, { query }) => listAuditEntries(ctx, query, readNames)),
]

import * as endpoints from '#contract/audit/audit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { exportAuditEntries, listAuditEntries, type ReadNames } from './list-audit-entries.ts'

/** Members' names come from the feature that has them. */
export const auditRoutes = (readNames: ReadNames) => [
  bindPage(endpoints.listAuditEntries, (ctx: WebContext, { query }) => listAuditEntries(ctx, query, readNames)),
  bindFile(endpoints.exportAuditEntries, (ctx: WebContext, { query }) => exportAuditEntries(ctx, query, readNames)),
]

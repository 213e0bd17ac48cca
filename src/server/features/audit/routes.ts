import {
  exportAuditEntries as exportAuditEntriesEndpoint,
  listAuditEntries as listAuditEntriesEndpoint,
} from '#contract/audit/audit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { exportAuditEntries, listAuditEntries, type ReadNames } from './list-audit-entries.ts'

/** @param readNames from the feature that has the members */
export const auditRoutes = (readNames: ReadNames) => [
  bindPage(listAuditEntriesEndpoint, (ctx: WebContext, { query }) => listAuditEntries(ctx, query, readNames)),
  bindFile(exportAuditEntriesEndpoint, (ctx: WebContext, { query }) => exportAuditEntries(ctx, query, readNames)),
]

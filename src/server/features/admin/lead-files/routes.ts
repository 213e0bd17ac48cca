import * as contract from '#contract/admin/lead-files.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { applyImport } from './apply-lead-import.ts'
import { checkLeadFile } from './check-lead-file.ts'
import { openLeadFile, receivePart } from './receive-lead-file.ts'
import * as imports from './show-lead-import.ts'
import { undoImport } from './undo-lead-import.ts'

export const leadFileRoutes = [
  bindPage(contract.listLeadImports, (ctx: WebContext, { query }) => imports.listLeadImports(ctx, query)),
  bind(contract.listLeadSources, (ctx: WebContext) => imports.listLeadSources(ctx)),
  bind(contract.createLeadImport, (ctx: WebContext, { body }) => imports.createImport(ctx, body)),
  bind(contract.getLeadImport, (ctx: WebContext, { params }) => imports.getImport(ctx, params.leadImportId)),
  bind(contract.sendLeadFilePart, (ctx: WebContext, { params, body }) =>
    receivePart(ctx, { importId: params.leadImportId, partNumber: params.partNumber }, body),
  ),
  bind(contract.openLeadFile, (ctx: WebContext, { params }) => openLeadFile(ctx, params.leadImportId)),
  bind(contract.checkLeadFile, (ctx: WebContext, { params, body }) =>
    checkLeadFile(ctx, params.leadImportId, body.mapping),
  ),
  bind(contract.previewLeadImport, (ctx: WebContext, { params }) => imports.previewImport(ctx, params.leadImportId)),
  bind(contract.applyLeadImport, (ctx: WebContext, { params }) => applyImport(ctx, params.leadImportId)),
  bind(contract.undoLeadImport, (ctx: WebContext, { params }) => undoImport(ctx, params.leadImportId)),
  bindFile(contract.downloadRefusedLeads, (ctx: WebContext, { params }) =>
    imports.writeRefusedRows(ctx, params.leadImportId),
  ),
]

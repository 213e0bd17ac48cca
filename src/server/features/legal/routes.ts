import * as endpoints from '#contract/legal/legal.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { listTexts, publishText } from './publish-edition.ts'
import { editionAt, showText } from './show-text.ts'

export const legalRoutes = [
  bind(endpoints.getLegalText, (ctx: WebContext, { params, query }) => showText(ctx, params.name, query.edition)),
  bind(endpoints.getEditionAt, (ctx: WebContext, { query }) => editionAt(ctx, query.at)),
  bind(endpoints.listLegalTexts, (ctx: WebContext) => listTexts(ctx)),
  bind(endpoints.publishLegalText, (ctx: WebContext, { params, body }) => publishText(ctx, params.name, body)),
]

import { confirmOptOut as confirmEndpoint, optOut as endpoint } from '#contract/opt-out.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { confirmOptOut, optOut } from './opt-out.ts'

export const optOutRoutes = [
  bind(endpoint, (ctx: WebContext, { body }) => optOut(ctx, body)),
  bind(confirmEndpoint, (ctx: WebContext, { body }) => confirmOptOut(ctx, body)),
]

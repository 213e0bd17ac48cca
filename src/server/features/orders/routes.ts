import { getOrder } from '#contract/orders.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { readOrderByToken } from './show-order.ts'

export const orderRoutes = [bind(getOrder, (ctx: WebContext, { params }) => readOrderByToken(ctx, params.token))]

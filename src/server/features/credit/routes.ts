import {
  getCartCredit,
  getOrderCredit,
  openCredit as openCreditEndpoint,
  sendCreditCode as sendCreditCodeEndpoint,
} from '#contract/credit/credits.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { openCredit, readCartCredit, showOrderCredit } from './open-credit.ts'
import { sendCreditCode } from './send-credit-code.ts'

export const creditRoutes = [
  bind(sendCreditCodeEndpoint, (ctx: WebContext, { body }) => sendCreditCode(ctx, body)),
  bind(openCreditEndpoint, (ctx: WebContext, { body }) => openCredit(ctx, body)),
  bind(getCartCredit, (ctx: WebContext) => readCartCredit(ctx)),
  bind(getOrderCredit, (ctx: WebContext, { params }) => showOrderCredit(ctx, params.token)),
]

import * as contract from '#contract/credit/credits.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { openCredit, readCartCredit, showOrderCredit } from './open-credit.ts'
import { sendCreditCode } from './send-credit-code.ts'

export const creditRoutes = [
  bind(contract.sendCreditCode, (ctx: WebContext, { body }) => sendCreditCode(ctx, body)),
  bind(contract.openCredit, (ctx: WebContext, { body }) => openCredit(ctx, body)),
  bind(contract.getCartCredit, (ctx: WebContext) => readCartCredit(ctx)),
  bind(contract.getOrderCredit, (ctx: WebContext, { params }) => showOrderCredit(ctx, params.token)),
]

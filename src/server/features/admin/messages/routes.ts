import * as contract from '#contract/admin/messages.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import { listMessages } from './list-messages.ts'
import { dismissMessage, resendMessage, sendHeldMessages } from './resend-message.ts'

export const messageLogRoutes = [
  bindPage(contract.listMessages, (ctx: WebContext, { query }) => listMessages(ctx, query)),
  bind(contract.resendMessage, (ctx: WebContext, { params, body }) =>
    resendMessage(ctx, params.messageId, body.attemptId),
  ),
  bind(contract.dismissMessage, (ctx: WebContext, { params }) => dismissMessage(ctx, params.messageId)),
  bind(contract.sendHeldMessages, async (ctx: WebContext) => ({ sent: await sendHeldMessages(ctx) })),
]

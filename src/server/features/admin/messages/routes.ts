import {
  dismissMessage as dismissMessageEndpoint,
  listMessages as listMessagesEndpoint,
  resendMessage as resendMessageEndpoint,
  sendHeldMessages as sendHeldMessagesEndpoint,
} from '#contract/admin/messages.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import { listMessages } from './list-messages.ts'
import { dismissMessage, resendMessage, sendHeldMessages } from './resend-message.ts'

export const messageLogRoutes = [
  bindPage(listMessagesEndpoint, (ctx: WebContext, { query }) => listMessages(ctx, query)),
  bind(resendMessageEndpoint, (ctx: WebContext, { params, body }) =>
    resendMessage(ctx, params.messageId, body.attemptId),
  ),
  bind(dismissMessageEndpoint, (ctx: WebContext, { params }) => dismissMessage(ctx, params.messageId)),
  bind(sendHeldMessagesEndpoint, async (ctx: WebContext) => ({ sent: await sendHeldMessages(ctx) })),
]

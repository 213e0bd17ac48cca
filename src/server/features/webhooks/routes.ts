import * as endpoints from '#contract/webhooks/webhooks.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import {
  addWebhook,
  endWebhook,
  replayWebhookEvents,
  rotateWebhookSecret,
  sendWebhookTest,
  showWebhookEvents,
  showWebhooks,
  updateWebhook,
} from './manage-webhooks.ts'

export const webhookRoutes = [
  bind(endpoints.listWebhooks, (ctx: WebContext) => showWebhooks(ctx)),
  bind(endpoints.addWebhook, (ctx: WebContext, { body }) => addWebhook(ctx, body)),
  bind(endpoints.updateWebhook, (ctx: WebContext, { params, body }) => updateWebhook(ctx, params.webhookId, body)),
  bind(endpoints.removeWebhook, (ctx: WebContext, { params }) => endWebhook(ctx, params.webhookId)),
  bind(endpoints.rotateWebhookSecret, (ctx: WebContext, { params }) => rotateWebhookSecret(ctx, params.webhookId)),
  bind(endpoints.sendWebhookTest, (ctx: WebContext, { params }) => sendWebhookTest(ctx, params.webhookId)),
  bind(endpoints.listWebhookEvents, (ctx: WebContext, { params }) => showWebhookEvents(ctx, params.webhookId)),
  bind(endpoints.replayWebhookEvents, (ctx: WebContext, { params, body }) =>
    replayWebhookEvents(ctx, params.webhookId, body),
  ),
]

import * as store from '#contract/webhooks/store-webhooks.ts'
import * as desk from '#contract/webhooks/webhooks.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { connectFollowUpBoss } from './connect-follow-up-boss.ts'
import {
  addWebhook,
  deskOwner,
  endWebhook,
  replayWebhookEvents,
  rotateWebhookSecret,
  sendWebhookTest,
  showWebhookEvents,
  showWebhooks,
  storeOwner,
  updateWebhook,
} from './manage-webhooks.ts'

export const webhookRoutes = [
  bind(desk.listWebhooks, async (ctx: WebContext) => showWebhooks(ctx, await deskOwner(ctx))),
  bind(desk.addWebhook, async (ctx: WebContext, { body }) => addWebhook(ctx, await deskOwner(ctx), body)),
  bind(desk.connectFollowUpBoss, async (ctx: WebContext, { body }) =>
    connectFollowUpBoss(ctx, await deskOwner(ctx), body),
  ),
  bind(desk.updateWebhook, async (ctx: WebContext, { params, body }) =>
    updateWebhook(ctx, await deskOwner(ctx), params.webhookId, body),
  ),
  bind(desk.removeWebhook, async (ctx: WebContext, { params }) =>
    endWebhook(ctx, await deskOwner(ctx), params.webhookId),
  ),
  bind(desk.rotateWebhookSecret, async (ctx: WebContext, { params }) =>
    rotateWebhookSecret(ctx, await deskOwner(ctx), params.webhookId),
  ),
  bind(desk.sendWebhookTest, async (ctx: WebContext, { params }) =>
    sendWebhookTest(ctx, await deskOwner(ctx), params.webhookId),
  ),
  bind(desk.listWebhookEvents, async (ctx: WebContext, { params }) =>
    showWebhookEvents(ctx, await deskOwner(ctx), params.webhookId),
  ),
  bind(desk.replayWebhookEvents, async (ctx: WebContext, { params, body }) =>
    replayWebhookEvents(ctx, await deskOwner(ctx), params.webhookId, body),
  ),

  bind(store.listStoreWebhooks, (ctx: WebContext) => showWebhooks(ctx, storeOwner(ctx))),
  bind(store.addStoreWebhook, (ctx: WebContext, { body }) => addWebhook(ctx, storeOwner(ctx), body)),
  bind(store.updateStoreWebhook, (ctx: WebContext, { params, body }) =>
    updateWebhook(ctx, storeOwner(ctx), params.webhookId, body),
  ),
  bind(store.removeStoreWebhook, (ctx: WebContext, { params }) => endWebhook(ctx, storeOwner(ctx), params.webhookId)),
  bind(store.rotateStoreWebhookSecret, (ctx: WebContext, { params }) =>
    rotateWebhookSecret(ctx, storeOwner(ctx), params.webhookId),
  ),
  bind(store.sendStoreWebhookTest, (ctx: WebContext, { params }) =>
    sendWebhookTest(ctx, storeOwner(ctx), params.webhookId),
  ),
  bind(store.listStoreWebhookEvents, (ctx: WebContext, { params }) =>
    showWebhookEvents(ctx, storeOwner(ctx), params.webhookId),
  ),
  bind(store.replayStoreWebhookEvents, (ctx: WebContext, { params, body }) =>
    replayWebhookEvents(ctx, storeOwner(ctx), params.webhookId, body),
  ),
]

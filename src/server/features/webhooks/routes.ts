import { listOrderLeads } from '#contract/webhooks/lead-data.ts'
import * as webhooks from '#contract/webhooks/webhooks.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import * as manage from './manage-webhooks.ts'
import { atDesk, forStore } from './manage-webhooks.ts'
import { readOrderLeads } from './read-order-leads.ts'

export const webhookRoutes = [
  bindPage(listOrderLeads, (ctx: WebContext, { params, query }) => readOrderLeads(ctx, params, query)),

  bind(webhooks.listWebhooks, atDesk(manage.showWebhooks)),
  bind(webhooks.addWebhook, atDesk(manage.addWebhook)),
  bind(webhooks.connectFollowUpBoss, atDesk(manage.connectFollowUpBoss)),
  bind(webhooks.updateWebhook, atDesk(manage.updateWebhook)),
  bind(webhooks.removeWebhook, atDesk(manage.endWebhook)),
  bind(webhooks.rotateWebhookSecret, atDesk(manage.rotateWebhookSecret)),
  bind(webhooks.sendWebhookTest, atDesk(manage.sendWebhookTest)),
  bind(webhooks.listWebhookEvents, atDesk(manage.showWebhookEvents)),
  bind(webhooks.replayWebhookEvents, atDesk(manage.replayWebhookEvents)),

  bind(webhooks.listStoreWebhooks, forStore(manage.showWebhooks)),
  bind(webhooks.addStoreWebhook, forStore(manage.addWebhook)),
  bind(webhooks.updateStoreWebhook, forStore(manage.updateWebhook)),
  bind(webhooks.removeStoreWebhook, forStore(manage.endWebhook)),
  bind(webhooks.rotateStoreWebhookSecret, forStore(manage.rotateWebhookSecret)),
  bind(webhooks.sendStoreWebhookTest, forStore(manage.sendWebhookTest)),
  bind(webhooks.listStoreWebhookEvents, forStore(manage.showWebhookEvents)),
  bind(webhooks.replayStoreWebhookEvents, forStore(manage.replayWebhookEvents)),
]

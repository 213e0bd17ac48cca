import * as store from '#contract/webhooks/store-webhooks.ts'
import * as desk from '#contract/webhooks/webhooks.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import * as manage from './manage-webhooks.ts'
import { atDesk, forStore } from './manage-webhooks.ts'

export const webhookRoutes = [
  bind(desk.listWebhooks, atDesk(manage.showWebhooks)),
  bind(desk.addWebhook, atDesk(manage.addWebhook)),
  bind(desk.connectFollowUpBoss, atDesk(manage.connectFollowUpBoss)),
  bind(desk.updateWebhook, atDesk(manage.updateWebhook)),
  bind(desk.removeWebhook, atDesk(manage.endWebhook)),
  bind(desk.rotateWebhookSecret, atDesk(manage.rotateWebhookSecret)),
  bind(desk.sendWebhookTest, atDesk(manage.sendWebhookTest)),
  bind(desk.listWebhookEvents, atDesk(manage.showWebhookEvents)),
  bind(desk.replayWebhookEvents, atDesk(manage.replayWebhookEvents)),

  bind(store.listStoreWebhooks, forStore(manage.showWebhooks)),
  bind(store.addStoreWebhook, forStore(manage.addWebhook)),
  bind(store.updateStoreWebhook, forStore(manage.updateWebhook)),
  bind(store.removeStoreWebhook, forStore(manage.endWebhook)),
  bind(store.rotateStoreWebhookSecret, forStore(manage.rotateWebhookSecret)),
  bind(store.sendStoreWebhookTest, forStore(manage.sendWebhookTest)),
  bind(store.listStoreWebhookEvents, forStore(manage.showWebhookEvents)),
  bind(store.replayStoreWebhookEvents, forStore(manage.replayWebhookEvents)),
]

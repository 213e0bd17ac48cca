/** A buyer’s program in the API reference, by call; capitals are from earlier replies. A test makes each call. */
type Example = Readonly<Record<string, unknown>>

const PLACE = { state: 'Texas', county: 'Travis' }
const ORDER = { token: 'ORDER_TOKEN' }
const DELIVERY = { token: 'DELIVERY_TOKEN' }
const PACKAGE = { ...DELIVERY, lineNumber: 1 }
const WEBHOOK = { webhookId: 'WEBHOOK_ID' }

export const CALL_EXAMPLES: Readonly<Record<string, Example>> = {
  getApiKey: {},

  listDeskOrders: {},
  getOrder: ORDER,
  getDeskCredit: {},
  getOrderCredit: ORDER,

  getOrderDelivery: ORDER,
  renewDeliveryLink: ORDER,
  getDelivery: DELIVERY,
  downloadDeliveryCsv: { ...PACKAGE, preset: 'hubspot' },
  downloadDeliveryXlsx: PACKAGE,
  downloadDeliveryFile: PACKAGE,

  listDeskClaims: {},
  listDeskClaimable: {},
  listClaims: DELIVERY,
  makeClaims: { ...PACKAGE, leadIds: ['LEAD_ID'], reason: 'wrong_number', note: 'No one answers.' },

  listWebhooks: {},
  addWebhook: { url: 'https://example.com/hook', eventTypes: ['delivery.ready'] },
  updateWebhook: { ...WEBHOOK, eventTypes: ['delivery.ready', 'order.refunded'], isOn: true },
  rotateWebhookSecret: WEBHOOK,
  sendWebhookTest: WEBHOOK,
  listWebhookEvents: WEBHOOK,
  replayWebhookEvents: { ...WEBHOOK, eventId: 'EVENT_ID' },
  removeWebhook: WEBHOOK,

  listStates: {},
  listCounties: { state: 'Texas' },
  listPackages: PLACE,
  listPricing: PLACE,
  listOffers: {},
  listTierClaimRates: {},
  listStateStock: { leadType: 'vacant', tier: 'vip' },
  listCountyStock: { state: 'Texas', leadType: 'vacant' },
  downloadSampleCsv: {},
  downloadSampleXlsx: {},
  getStoreConfig: {},
}

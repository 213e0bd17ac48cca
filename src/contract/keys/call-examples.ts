import type { Endpoint } from '#contract/endpoint.ts'
import { SCOPE_WORDS } from './key-scopes.ts'

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

  createCheckoutSession: { lines: [{ packageId: '48453-vacant-premium-20', deliveryMethod: 'email' }] },
  getCheckoutSession: { checkoutSessionId: 'CHECKOUT_SESSION_ID' },

  getOrderDelivery: ORDER,
  listOrderLeads: { orderId: 'ORDER_ID' },
  renewDeliveryLink: ORDER,
  getDelivery: DELIVERY,
  downloadDeliveryCsv: { ...PACKAGE, preset: 'hubspot' },
  downloadDeliveryXlsx: PACKAGE,
  downloadDeliveryFile: PACKAGE,

  listDeskClaims: {},
  listDeskLeads: {},
  listDeliveredLeads: DELIVERY,
  openLeads: PACKAGE,
  markLead: { ...DELIVERY, leadId: 'LEAD_ID', mark: 'called' },
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
  listLeadFacts: { ...PLACE, leadType: 'vacant' },
  downloadSampleCsv: {},
  downloadSampleXlsx: {},
  getStoreConfig: {},
  getLegalText: { name: 'terms' },
  getEditionAt: { at: '2026-11-29T12:00:00.000Z' },
}

/** The calls as the API reference groups them, in its order. */
export const CALL_GROUPS = {
  'orders:read': { name: 'Orders', description: `${SCOPE_WORDS['orders:read']}.` },
  'orders:write': { name: 'Buying', description: `${SCOPE_WORDS['orders:write']}.` },
  'deliveries:read': { name: 'Deliveries', description: `${SCOPE_WORDS['deliveries:read']}.` },
  'claims:write': { name: 'Claims', description: `${SCOPE_WORDS['claims:write']}.` },
  'webhooks:write': { name: 'Webhooks', description: `${SCOPE_WORDS['webhooks:write']}.` },
  any: { name: 'Store', description: 'What is for sale, which needs no key, and what a key is.' },
  sales: { name: 'Sales', description: 'With the key of a member.' },
  administration: { name: 'Administration', description: 'With the key of an administrator.' },
} as const

/** Returns the group of a call that accepts a key. */
export function callGroup({ key = 'any', access }: Endpoint): keyof typeof CALL_GROUPS {
  if (key !== 'read' && key !== 'write') return key
  return access === 'admin' ? 'administration' : 'sales'
}

/** Whether a call that accepts a key also works without one. */
export const isKeyOptional = ({ key, refusals }: Endpoint) => key === 'any' && !refusals.includes('key_invalid')

/** Every endpoint of the product, so docs and tests can go through all of them. */
import * as attention from './admin/attention.ts'
import * as connections from './admin/connections.ts'
import * as jobScreen from './admin/job-screen.ts'
import * as leadScreen from './admin/lead-screen.ts'
import * as messages from './admin/messages.ts'
import * as operations from './admin/operations.ts'
import * as orderExport from './admin/order-export.ts'
import * as orderScreen from './admin/order-screen.ts'
import * as priceAreas from './admin/price-areas.ts'
import * as pricing from './admin/pricing.ts'
import * as refundScreen from './admin/refund-screen.ts'
import * as settings from './admin/settings.ts'
import * as setup from './admin/setup.ts'
import * as stockFiles from './admin/stock-files.ts'
import * as stockLists from './admin/stock-lists.ts'
import * as stockScreen from './admin/stock-screen.ts'
import * as team from './admin/team.ts'
import * as audit from './audit/audit.ts'
import * as desk from './buyers/desk.ts'
import * as ownLists from './buyers/own-lists.ts'
import * as restock from './buyers/restock.ts'
import * as catalogue from './catalogue/catalogue.ts'
import * as offers from './catalogue/offers.ts'
import * as checkout from './checkout/checkout.ts'
import * as checkoutSessions from './checkout/checkout-sessions.ts'
import * as claimFiles from './claims/claim-files.ts'
import * as claimRates from './claims/claim-rates.ts'
import * as claims from './claims/claims.ts'
import * as deskClaims from './claims/desk-claims.ts'
import * as credits from './credit/credits.ts'
import * as delivery from './delivery/delivery.ts'
import * as filePresets from './delivery/file-presets.ts'
import * as fulfillment from './delivery/fulfillment.ts'
import * as optOut from './delivery/opt-out.ts'
import * as sampleFiles from './delivery/sample-files.ts'
import type { Endpoint } from './endpoint.ts'
import * as imports from './imports/imports.ts'
import * as keys from './keys/keys.ts'
import * as legal from './legal/legal.ts'
import * as customers from './links/customers.ts'
import * as paymentLink from './links/payment-link.ts'
import * as paymentRequests from './links/payment-requests.ts'
import * as requestEvents from './links/request-events.ts'
import * as requestExport from './links/request-export.ts'
import * as auth from './members/auth.ts'
import * as issuer from './members/issuer.ts'
import * as passkeys from './members/passkeys.ts'
import * as profile from './members/profile.ts'
import * as savedViews from './members/saved-views.ts'
import * as notifications from './messages/notifications.ts'
import * as cart from './orders/cart.ts'
import * as orders from './orders/orders.ts'
import * as cashApp from './payments/cash-app.ts'
import * as disputes from './payments/disputes.ts'
import * as proofs from './proof/proofs.ts'
import * as analytics from './sales/analytics.ts'
import * as demand from './sales/demand.ts'
import * as earnings from './sales/earnings.ts'
import * as inventory from './stock/inventory.ts'
import * as shortfalls from './stock/shortfalls.ts'
import * as stock from './stock/stock.ts'
import * as values from './values.ts'
import * as leadData from './webhooks/lead-data.ts'
import * as webhookEvents from './webhooks/webhook-events.ts'
import * as webhooks from './webhooks/webhooks.ts'

/** In the order in which documents list them. */
const FILES: readonly Readonly<Record<string, unknown>>[] = [
  ...[catalogue, pricing, priceAreas, stock, inventory, stockScreen, stockLists, stockFiles, imports, offers],
  ...[cart, checkout, checkoutSessions, credits, desk, restock, ownLists, webhooks, keys, cashApp, orders],
  ...[delivery, leadData, fulfillment, sampleFiles, claims, claimRates, claimFiles, deskClaims, proofs, legal],
  ...[shortfalls, notifications, optOut, paymentLink, paymentRequests, requestExport, requestEvents],
  ...[customers, auth, profile, passkeys, issuer, savedViews, team, orderScreen, orderExport, disputes, attention],
  ...[messages, jobScreen, refundScreen, analytics, earnings, demand, leadScreen, audit, settings, connections],
  ...[setup, operations, values, filePresets, webhookEvents],
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'refusals' in value

/** An endpoint with the name of its export, which is its `operationId` too. */
export type NamedEndpoint = Endpoint & { readonly name: string }

export const ALL_ENDPOINTS: readonly NamedEndpoint[] = FILES.flatMap((file) =>
  Object.entries(file).flatMap(([name, value]) => (isEndpoint(value) ? [{ ...value, name }] : [])),
)

/** The name of each value's export. Types of generated clients go by those of schemas. */
export const EXPORT_NAMES: ReadonlyMap<unknown, string> = new Map(
  FILES.flatMap((file) => Object.entries(file)).map(([name, value]) => [value, name]),
)

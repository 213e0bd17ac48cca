/** Every endpoint of the product, so that docs and tests can walk over all of them. */
import * as analytics from './analytics.ts'
import * as attention from './attention.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as cart from './cart.ts'
import * as cashApp from './cash-app.ts'
import * as catalogue from './catalogue.ts'
import * as checkout from './checkout.ts'
import * as credits from './credits.ts'
import * as customers from './customers.ts'
import * as delivery from './delivery.ts'
import * as demand from './demand.ts'
import * as disputes from './disputes.ts'
import type { Endpoint } from './endpoint.ts'
import * as inventory from './inventory.ts'
import * as jobDesk from './job-desk.ts'
import * as leadDesk from './lead-desk.ts'
import * as leadFiles from './lead-files.ts'
import * as live from './live.ts'
import * as messages from './messages.ts'
import * as notifications from './notifications.ts'
import * as offers from './offers.ts'
import * as operations from './operations.ts'
import * as optOut from './opt-out.ts'
import * as orderDesk from './order-desk.ts'
import * as orders from './orders.ts'
import * as paymentRequests from './payment-requests.ts'
import * as payments from './payments.ts'
import * as pricing from './pricing.ts'
import * as profile from './profile.ts'
import * as settings from './settings.ts'
import * as shortfalls from './shortfalls.ts'
import * as sms from './sms.ts'
import * as stock from './stock.ts'
import * as stockDesk from './stock-desk.ts'
import * as stockFiles from './stock-files.ts'
import * as team from './team.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'refusals' in value

/** File by file; within a file by name. */
export const ALL_ENDPOINTS: readonly Endpoint[] = [
  catalogue,
  pricing,
  stock,
  live,
  inventory,
  stockDesk,
  stockFiles,
  leadFiles,
  offers,
  cart,
  checkout,
  credits,
  cashApp,
  orders,
  delivery,
  shortfalls,
  notifications,
  optOut,
  sms,
  payments,
  paymentRequests,
  customers,
  auth,
  profile,
  team,
  orderDesk,
  disputes,
  attention,
  messages,
  jobDesk,
  analytics,
  demand,
  leadDesk,
  audit,
  settings,
  operations,
].flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))

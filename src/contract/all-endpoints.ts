/** Every endpoint of the product, so that docs and tests can walk over all of them. */
import * as analytics from './analytics.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as cart from './cart.ts'
import * as cashApp from './cash-app.ts'
import * as catalogue from './catalogue.ts'
import * as checkout from './checkout.ts'
import * as customers from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import * as inventory from './inventory.ts'
import * as live from './live.ts'
import * as notifications from './notifications.ts'
import * as operations from './operations.ts'
import * as orderDesk from './order-desk.ts'
import * as orders from './orders.ts'
import * as paymentRequests from './payment-requests.ts'
import * as payments from './payments.ts'
import * as pricing from './pricing.ts'
import * as profile from './profile.ts'
import * as stock from './stock.ts'
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
  cart,
  checkout,
  cashApp,
  orders,
  notifications,
  payments,
  paymentRequests,
  customers,
  auth,
  profile,
  team,
  orderDesk,
  analytics,
  audit,
  operations,
].flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))

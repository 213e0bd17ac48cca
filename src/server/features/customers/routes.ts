import {
  createCustomer as createCustomerEndpoint,
  getCustomer,
  listAllCustomers,
  listCustomers as listCustomersEndpoint,
  updateCustomer as updateCustomerEndpoint,
  updateCustomerNotes,
} from '#contract/customers.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import { createCustomer } from './create-customer.ts'
import type { CustomerHistory } from './customer-history.ts'
import { listAllCustomersOf, listCustomers } from './list-customers.ts'
import { readCustomer } from './show-customer.ts'
import { updateCustomer, updateNotes } from './update-customer.ts'

/** @param history comes from the feature that sends payment requests, see `CustomerHistory` */
export const customersRoutes = (history: CustomerHistory) => [
  bindPage(listCustomersEndpoint, (ctx: WebContext, { query }) => listCustomers(ctx, query, history)),
  bind(listAllCustomers, (ctx: WebContext, { query }) => listAllCustomersOf(ctx, query)),
  bind(getCustomer, (ctx: WebContext, { params }) => readCustomer(ctx, params.customerId, history)),
  bind(createCustomerEndpoint, (ctx: WebContext, { body }) => createCustomer(ctx, body, history)),
  bind(updateCustomerEndpoint, (ctx: WebContext, { params, body }) =>
    updateCustomer(ctx, { customerId: params.customerId, body }, history),
  ),
  bind(updateCustomerNotes, (ctx: WebContext, { params, body }) =>
    updateNotes(ctx, { customerId: params.customerId, notes: body.notes }, history),
  ),
]

/** A new delivery link for one that is over, at the buyer's desk. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { OrderToken } from '#contract/values.ts'
import { LineDelivery } from './delivery.ts'

export const renewDeliveryLink = defineEndpoint('anyone', 'POST', '/api/order-deliveries/:token/renew', {
  key: 'deliveries:read',
  summary:
    'Makes a new link to those packages of an order whose link is over, for the desk of its address, and mails it. Links that still work stay as they are, so repeating it changes nothing.',
  params: z.object({ token: OrderToken }),
  reply: z.array(LineDelivery),
  refusals: ['desk_closed', 'order_not_found'],
})

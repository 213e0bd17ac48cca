import type { CustomerSale } from '#contract/links/customers.ts'
import type { TimelineEntry } from '#contract/links/payment-request-values.ts'
import type { CustomerId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'

/** What a customer was sent: newest first, at most `CUSTOMER_SALES_MAX`; and how much of it was paid. */
export interface CustomerSales {
  readonly sales: readonly CustomerSale[]
  readonly orderCount: number
}

/**
 * What happened between a customer and the sales team. The feature that sends payment requests knows it and uses this
 * one, so its functions come in through app.ts. They answer for customers that the caller was found to be allowed to see.
 */
export interface CustomerHistory {
  /** In one statement for a whole page; a customer without requests may be absent. */
  readSales(ctx: PlatformContext, customerIds: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, CustomerSales>>
  /** Everything but that the customer was added, oldest first. */
  readTimeline(ctx: PlatformContext, customerId: CustomerId): Promise<readonly TimelineEntry[]>
}

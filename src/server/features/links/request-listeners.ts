/** Tells features above links, in the same transaction, that a payment request was created or ended unpaid. */
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'

export interface RequestChange {
  paymentRequestId: string
  orderId: string
  /** Why it ended unpaid; null if it was just created. That it was paid is news of its order: see `orderListeners`. */
  closeReason: 'time' | 'replaced' | 'voided' | 'declined' | null
}

/** Writes its own rows; an error rolls the change back. */
export type RequestListener = (ctx: PlatformContext, tx: Transaction, change: RequestChange) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** `core.ts` lists them. */
    readonly requestListeners: RequestListener[]
  }
}

/** Call it once the change is written. */
export async function tellRequestListeners(
  ctx: PlatformContext,
  tx: Transaction,
  change: RequestChange,
): Promise<void> {
  for (const listener of ctx.node.requestListeners) await listener(ctx, tx, change)
}

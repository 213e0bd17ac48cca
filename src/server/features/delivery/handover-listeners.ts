/** Tells features above delivery, in the same transaction, that lines of an order were handed over to their buyer. */
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'

export interface HandoverFacts {
  orderId: string
  handoverId: string
  /** The holds of its lines whose leads the store delivered itself. */
  holdIds: readonly string[]
}

/** Writes its own rows; an error rolls the handover back. */
export type HandoverListener = (ctx: PlatformContext, tx: Transaction, facts: HandoverFacts) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** `core.ts` lists them. */
    readonly handoverListeners: HandoverListener[]
  }
}

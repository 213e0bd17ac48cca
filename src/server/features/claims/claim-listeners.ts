/** Tells features above claims, in the same transaction, that claims of an order were answered. */
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'

export interface AnsweredClaims {
  orderId: string
  leadIds: readonly string[]
}

/** Writes its own rows; an error rolls the answer back. */
export type ClaimListener = (ctx: PlatformContext, tx: Transaction, answered: AnsweredClaims) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** `core.ts` lists them. */
    readonly claimListeners: ClaimListener[]
  }
}

/** Call it once the answers are written. */
export async function tellOfAnswers(ctx: PlatformContext, tx: Transaction, answered: AnsweredClaims): Promise<void> {
  for (const listener of ctx.node.claimListeners) await listener(ctx, tx, answered)
}

/**
 * Which events the store's webhooks want, cached by each node, so that a sale costs no statement if no one listens. It
 * is read again after each change; all nodes are told on commit.
 */
import type { StoreEventType } from '#contract/webhooks/webhooks.ts'
import { announceStockChange, onChangeOf } from '#server/features/stock/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { LISTENING, listListened } from './store-event-queries.ts'

/** What a node knows of the store's webhooks. */
export interface ListenedTypes {
  types: ReadonlySet<string> | null
  /** Grows with each change, so that an older reading is not kept. */
  changes: number
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Created with the first event. */
    listenedTypes: ListenedTypes | null
  }
}

type NodeContext = Pick<PlatformContext, 'node'>

function makeCache(ctx: NodeContext): ListenedTypes {
  const kept: ListenedTypes = { types: null, changes: 0 }
  onChangeOf(ctx, LISTENING, () => {
    kept.types = null
    kept.changes += 1
  })
  return kept
}

/** Tells this node, which must not wait for its own notice. The change must be committed. */
export const announceListening = (ctx: NodeContext): void => announceStockChange(ctx, [LISTENING])

/** Whether a webhook of the store wants events of a type. Another node's webhook is known within a second. */
export async function isListenedTo(ctx: NodeContext, executor: Executor, type: StoreEventType): Promise<boolean> {
  ctx.node.listenedTypes ??= makeCache(ctx)
  const kept = ctx.node.listenedTypes
  if (kept.types) return kept.types.has(type)
  const { changes } = kept
  const types = new Set((await executor.run(listListened)).map((row) => row.type))
  if (kept.changes === changes) kept.types = types
  return types.has(type)
}

import { getHealth, getReadiness, getStoreConfig } from '#contract/admin/operations.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { checkReadiness } from './check-readiness.ts'
import { readStoreConfig } from './store-config.ts'

/**
 * @param isStarted whether `main.ts` has finished everything that precedes the first visitor
 * @param ownContext of the store itself: readiness must not wait for connections that visitors use
 */
export const operationsRoutes = (isStarted: () => boolean, ownContext: () => Context) => [
  bind(getStoreConfig, (ctx: WebContext) => readStoreConfig(ctx)),
  bind(getHealth, () => ({ status: 'alive' as const })),
  bind(getReadiness, () => checkReadiness(ownContext(), isStarted())),
]

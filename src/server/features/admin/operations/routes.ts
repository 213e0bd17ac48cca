import { getHealth, getReadiness, getStoreConfig } from '#contract/admin/operations.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { checkReadiness } from './check-readiness.ts'
import { readStoreConfig } from './store-config.ts'

/** @param isStarted whether `main.ts` has finished everything that precedes the first visitor */
export const operationsRoutes = (isStarted: () => boolean) => [
  bind(getStoreConfig, (ctx: WebContext) => readStoreConfig(ctx)),
  bind(getHealth, () => ({ status: 'alive' as const })),
  bind(getReadiness, (ctx: WebContext) => checkReadiness(ctx, isStarted())),
]

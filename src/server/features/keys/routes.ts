import { getApiKey } from '#contract/keys/keys.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { describeKey } from './check-key.ts'

/** What any key may ask. Keys are managed at the desk and in the member's account. */
export const keyRoutes = [bind(getApiKey, (ctx: WebContext) => describeKey(ctx))]

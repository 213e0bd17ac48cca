import * as contract from '#contract/admin/settings.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import type { Settings } from './keep-settings.ts'
import { listSettings, saveSettings } from './save-settings.ts'

/** @param settings of this node */
export const settingsRoutes = (auth: Auth, settings: Settings) => [
  bind(contract.listSettings, (ctx: WebContext) => listSettings(ctx, settings)),
  bind(contract.saveSettings, (ctx: WebContext, { body }) => saveSettings(ctx, auth, settings, body)),
]

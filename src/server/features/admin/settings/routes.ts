import { listSettings as listSettingsEndpoint, saveSettings as saveSettingsEndpoint } from '#contract/admin/settings.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import type { Settings } from './keep-settings.ts'
import { listSettings } from './list-settings.ts'
import { saveSettings } from './save-settings.ts'

/** @param settings of this node */
export const settingsRoutes = (auth: Auth, settings: Settings) => [
  bind(listSettingsEndpoint, (ctx: WebContext) => listSettings(ctx, settings)),
  bind(saveSettingsEndpoint, (ctx: WebContext, { body }) => saveSettings(ctx, auth, settings, body)),
]

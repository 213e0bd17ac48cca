import { confirmSetupStep, getSetup } from '#contract/admin/setup.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { confirmStep, readSetup } from './read-setup.ts'

export const setupRoutes = [
  bind(getSetup, (ctx: WebContext) => readSetup(ctx)),
  bind(confirmSetupStep, async (ctx: WebContext, { params, body }) => {
    await confirmStep(ctx, params.step, body.isConfirmed)
    return {}
  }),
]

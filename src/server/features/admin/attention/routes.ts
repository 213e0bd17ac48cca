import { getAttention } from '#contract/admin/attention.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { readAttention } from './read-attention.ts'

export const attentionRoutes = [
  bind(getAttention, async (ctx: WebContext) => ({
    parts: await readAttention(ctx),
    now: ctx.clock.now().toISOString(),
  })),
]

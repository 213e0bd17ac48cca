import { verifyEmail as verifyEmailEndpoint } from '#contract/notifications.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import { verifyEmail } from './verify-buyer.ts'

export const notificationRoutes = [bind(verifyEmailEndpoint, (ctx: WebContext, { body }) => verifyEmail(ctx, body))]

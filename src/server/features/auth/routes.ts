import * as contract from '#contract/auth.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type BoundEndpoint, bind } from '#server/platform/http/endpoint.ts'
import type { Auth } from './create-auth.ts'
import { getCurrentUser } from './current-user.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'

/** Sign-in over HTTP. Nothing here makes members. */
export const authRoutes = (auth: Auth): BoundEndpoint<WebContext>[] => [
  bind(contract.getCurrentUser, (ctx: WebContext) => getCurrentUser(ctx, auth)),
  bind(contract.logIn, (ctx: WebContext, { body }) => logIn(ctx, auth, body)),
  bind(contract.logOut, (ctx: WebContext) => logOut(ctx, auth)),
]

import * as endpoints from '#contract/buyers/desk.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import { findDesk } from './desk-session.ts'
import { closeDesk, openDesk, openDeskByLink, showDesk } from './open-desk.ts'
import { sendDeskCode } from './send-desk-code.ts'
import { showDeskCredit, showDeskOrders, showDeskWaiting } from './show-desk.ts'

export const buyerRoutes = [
  bind(endpoints.sendDeskCode, (ctx: WebContext, { body }) => sendDeskCode(ctx, body)),
  bind(endpoints.openDesk, (ctx: WebContext, { body }) => openDesk(ctx, body)),
  bind(endpoints.openDeskByLink, (ctx: WebContext, { body }) => openDeskByLink(ctx, body)),
  bind(endpoints.getDesk, async (ctx: WebContext) => {
    const session = await findDesk(ctx)
    return { desk: session && (await showDesk(ctx, session)) }
  }),
  bindPage(endpoints.listDeskOrders, (ctx: WebContext, { query }) => showDeskOrders(ctx, query)),
  bind(endpoints.listDeskWaiting, (ctx: WebContext) => showDeskWaiting(ctx)),
  bind(endpoints.getDeskCredit, (ctx: WebContext) => showDeskCredit(ctx)),
  bind(endpoints.closeDesk, (ctx: WebContext, { params }) => closeDesk(ctx, params.deskSessionId)),
]

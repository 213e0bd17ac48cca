import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as endpoints from '#contract/buyers/desk.ts'
import * as lists from '#contract/buyers/own-lists.ts'
import * as restock from '#contract/buyers/restock.ts'
import { endRestockByMail as byMail } from '#contract/buyers/restock.ts'
import type { ParamsOf } from '#contract/endpoint.ts'
import * as imports from '#contract/imports/imports.ts'
import * as keys from '#contract/keys/keys.ts'
import { receivePart } from '#server/features/imports/receive-file.ts'
import { getImport, writeRefusedRows } from '#server/features/imports/show-import.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { askForRestock, confirmRestock } from './ask-restock.ts'
import { endDeskKey, findDeskSession, listDeskKeys, makeDeskKey } from './desk-session.ts'
import { endAtDesk, endRestock, endRestockByMail, showDeskRestocks } from './end-restock.ts'
import * as manage from './manage-own-lists.ts'
import { closeDesk, openDesk, openDeskByLink, sendDeskCode, showDesk } from './open-desk.ts'
import { showDeskCredit, showDeskOrders, showDeskWaiting } from './show-desk.ts'

export const buyerRoutes = [
  bind(endpoints.sendDeskCode, (ctx: WebContext, { body }) => sendDeskCode(ctx, body)),
  bind(endpoints.openDesk, (ctx: WebContext, { body }) => openDesk(ctx, body)),
  bind(endpoints.openDeskByLink, (ctx: WebContext, { body }) => openDeskByLink(ctx, body)),
  bind(endpoints.getDesk, async (ctx: WebContext) => {
    const session = await findDeskSession(ctx)
    return { desk: session && (await showDesk(ctx, session)) }
  }),
  bindPage(endpoints.listDeskOrders, (ctx: WebContext, { query }) => showDeskOrders(ctx, query)),
  bind(endpoints.listDeskWaiting, (ctx: WebContext) => showDeskWaiting(ctx)),
  bind(endpoints.getDeskCredit, (ctx: WebContext) => showDeskCredit(ctx)),
  bind(keys.listDeskKeys, (ctx: WebContext) => listDeskKeys(ctx)),
  bind(keys.makeDeskKey, (ctx: WebContext, { body }) => makeDeskKey(ctx, body)),
  bind(keys.endDeskKey, (ctx: WebContext, { params }) => endDeskKey(ctx, params.keyId)),
  bind(lists.listOwnLists, (ctx: WebContext) => manage.showOwnLists(ctx)),
  bind(lists.removeOwnList, (ctx: WebContext, { params }) => manage.removeOwnList(ctx, params.ownListId)),
  bind(imports.createOwnListImport, (ctx: WebContext, { body }) => manage.createListImport(ctx, body)),
  bind(imports.sendOwnListPart, async (ctx: WebContext, { params, body }) =>
    receivePart(ctx, await manage.deskImports(ctx), params, body),
  ),
  bind(imports.openOwnListFile, (ctx: WebContext, { params }) => manage.openListFile(ctx, params.importId)),
  bind(imports.checkOwnListFile, (ctx: WebContext, { params, body }) =>
    manage.checkListImport(ctx, params.importId, body.mapping),
  ),
  bind(imports.applyOwnListImport, (ctx: WebContext, { params, body }) =>
    manage.applyListImport(ctx, params.importId, body),
  ),
  bind(imports.getOwnListImport, async (ctx: WebContext, { params }) =>
    getImport(ctx, await manage.deskImports(ctx), params.importId),
  ),
  bindFile(imports.downloadRefusedListRows, async (ctx: WebContext, { params }) =>
    writeRefusedRows(ctx, await manage.deskImports(ctx), params.importId),
  ),
  bind(endpoints.closeDesk, (ctx: WebContext, { params }) => closeDesk(ctx, params.deskSessionId)),
  bind(restock.askForRestock, (ctx: WebContext, { body }) => askForRestock(ctx, body)),
  bind(restock.confirmRestock, (ctx: WebContext, { body }) => confirmRestock(ctx, body)),
  bind(restock.endRestock, (ctx: WebContext, { body }) => endRestock(ctx, body)),
  bind(restock.listDeskRestocks, (ctx: WebContext) => showDeskRestocks(ctx)),
  bind(restock.endDeskRestock, (ctx: WebContext, { params }) => endAtDesk(ctx, params.restockRequestId)),
]

/** What mail programs send is short and says nothing: the address has the secret. */
const IGNORED_BYTES_MAX = 16 * 1024

/**
 * The call behind the unsubscribe button of mail programs. It has its own scope because it takes any body: programs
 * send either kind of form. Those that open the address in a browser instead get the page with a button, so neither
 * they nor mail scanners end anything.
 */
export function unsubscribeRoutes(contextOf: (request: FastifyRequest, reply: FastifyReply) => WebContext) {
  const { path, params, reply: answer } = byMail
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    const ignore = { parseAs: 'string', bodyLimit: IGNORED_BYTES_MAX } as const
    app.addContentTypeParser('*', ignore, (_request, _body, done) => done(null, undefined))
    const tokenOf = (request: FastifyRequest) => (request.params as ParamsOf<typeof byMail>).token
    app.post(byMail.path, { schema: { params, response: { 200: answer } } }, (request, reply) => {
      request.pattern = path
      return endRestockByMail(contextOf(request, reply), tokenOf(request))
    })
    app.get(path, { schema: { params } }, (request, reply) => {
      request.pattern = path
      const page = `/desk#end=${encodeURIComponent(tokenOf(request))}`
      return reply.header('cache-control', 'no-store').redirect(page, 303)
    })
  }
}

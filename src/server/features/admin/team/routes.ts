import * as contract from '#contract/admin/team.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type BoundEndpoint, bind } from '#server/platform/http/endpoint.ts'
import { createMember, listMembers } from './create-member.ts'
import { removeMember } from './remove-member.ts'
import * as members from './update-member.ts'

export const teamRoutes = (auth: Auth): BoundEndpoint<WebContext>[] => [
  bind(contract.listMembers, (ctx: WebContext) => listMembers(ctx)),
  bind(contract.createMember, (ctx: WebContext, { body }) => createMember(ctx, auth, body)),
  bind(contract.updateMember, (ctx: WebContext, { params, body }) =>
    members.updateMember(ctx, auth, params.userId, body),
  ),
  bind(contract.inviteMember, (ctx: WebContext, { params }) => members.inviteMember(ctx, params.userId)),
  bind(contract.endMemberSessions, (ctx: WebContext, { params }) => members.endMemberSessions(ctx, params.userId)),
  bind(contract.resetMemberSecondFactor, (ctx: WebContext, { params }) =>
    members.resetMemberSecondFactor(ctx, auth, params.userId),
  ),
  bind(contract.setCommission, (ctx: WebContext, { params, body }) =>
    members.setCommission(ctx, params.userId, body.rate),
  ),
  bind(contract.listCommissionRates, (ctx: WebContext, { params }) => members.listCommissionRates(ctx, params.userId)),
  bind(contract.removeMember, (ctx: WebContext, { params, query }) =>
    removeMember(ctx, auth, { userId: params.userId, heirId: query.heirId ?? null }),
  ),
]

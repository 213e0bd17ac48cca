import * as contract from '#contract/admin/team.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type BoundEndpoint, bind } from '#server/platform/http/endpoint.ts'
import { createMember, listMembers } from './create-member.ts'
import { removeMember } from './remove-member.ts'
import {
  endMemberSessions,
  inviteMember,
  listCommissionRates,
  resetMemberSecondFactor,
  setCommission,
  updateMember,
} from './update-member.ts'

export const teamRoutes = (auth: Auth): BoundEndpoint<WebContext>[] => [
  bind(contract.listMembers, (ctx: WebContext) => listMembers(ctx)),
  bind(contract.createMember, (ctx: WebContext, { body }) => createMember(ctx, auth, body)),
  bind(contract.updateMember, (ctx: WebContext, { params, body }) => updateMember(ctx, auth, params.userId, body)),
  bind(contract.inviteMember, (ctx: WebContext, { params }) => inviteMember(ctx, params.userId)),
  bind(contract.endMemberSessions, (ctx: WebContext, { params }) => endMemberSessions(ctx, params.userId)),
  bind(contract.resetMemberSecondFactor, (ctx: WebContext, { params }) =>
    resetMemberSecondFactor(ctx, auth, params.userId),
  ),
  bind(contract.setCommission, (ctx: WebContext, { params, body }) => setCommission(ctx, params.userId, body.rate)),
  bind(contract.listCommissionRates, (ctx: WebContext, { params }) => listCommissionRates(ctx, params.userId)),
  bind(contract.removeMember, (ctx: WebContext, { params, query }) =>
    removeMember(ctx, auth, { userId: params.userId, heirId: query.heirId ?? null }),
  ),
]

import type { TeamMember } from '#contract/admin/team.ts'
import type { UserId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findMember, listMembers as listMembersStatement, type TeamMemberRow } from './queries.ts'

const show = (row: TeamMemberRow): TeamMember => ({
  id: row.user_id as UserId,
  username: row.username,
  email: row.email,
  phone: row.phone,
  role: row.role,
  isVerified: row.is_verified,
  isInvited: row.invited_at !== null,
  hasSecondFactor: row.has_second_factor,
  createdAt: row.created_at.toISOString(),
  commissionRate: row.commission_bps / 100,
})

/** Lists the members who may sign in, by name. */
export async function listMembers(ctx: PlatformContext): Promise<TeamMember[]> {
  return (await ctx.database.run(listMembersStatement)).map(show)
}

/** Finds a member who may sign in. @throws Refusal `not_found` */
export async function readMember(ctx: PlatformContext, userId: string): Promise<TeamMember> {
  const [row] = await ctx.database.run(findMember, { userId })
  if (!row) throw new Refusal('not_found')
  return show(row)
}

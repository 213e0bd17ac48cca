/** The team: who may log in, and what they earn (docs/product.md#team-members). */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'
import { EmailAddress, Instant, PlainText, Role, UserId } from '#contract/values.ts'

const Username = PlainText(100).check(z.minLength(1, 'Please enter a name.'))
const memberParams = z.object({ userId: UserId })

export const TeamMember = z.object({
  id: UserId,
  username: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  role: Role,
  isVerified: z.boolean(),
  isInvited: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: Instant,
  /** In percent of what was paid for a line after offers; for future sales. */
  commissionRate: z.number(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const listMembers = defineEndpoint('admin', 'GET', '/api/admin/users', {
  key: 'read',
  summary: 'The members who may log in, by name.',
  reply: z.array(TeamMember),
})

const CommissionRate = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, 'has two decimals at most'),
)

export const createMember = defineEndpoint('admin', 'POST', '/api/admin/users', {
  summary: 'Adds a member, with a password, or without one by an invitation that lets them choose theirs.',
  body: z.object({
    username: Username,
    email: EmailAddress,
    /** Absent: the member gets an invitation by email, which works once within 7 days. */
    password: z.optional(
      PlainText(PASSWORD_LENGTH_MAX).check(
        z.minLength(PASSWORD_LENGTH_MIN, 'Password must be at least 6 characters long'),
      ),
    ),
    role: z._default(Role, 'sales'),
    /** In percent; absent: the store's usual rate for a rep, none for an administrator. */
    commissionRate: z.optional(CommissionRate),
  }),
  reply: TeamMember,
  refusals: ['email_taken', 'password_guessable', 'proof_needed'],
})

export const updateMember = defineEndpoint('admin', 'PUT', '/api/admin/users/:userId', {
  summary: 'Changes a member’s name, address and phone. A new address is confirmed by mail, and the old one is told.',
  params: memberParams,
  body: z.object({ username: Username, email: EmailAddress, phone: z.optional(PlainText(40)) }),
  reply: TeamMember,
  refusals: ['not_found', 'email_taken', 'member_self', 'proof_needed'],
})

export const inviteMember = defineEndpoint('admin', 'POST', '/api/admin/users/:userId/invite', {
  summary: 'Mails the invitation again to a member who did not choose a password yet.',
  params: memberParams,
  reply: TeamMember,
  refusals: ['not_found', 'member_joined', 'login_throttled'],
})

export const endMemberSessions = defineEndpoint('admin', 'DELETE', '/api/admin/users/:userId/sessions', {
  summary: 'Ends every session of another member.',
  params: memberParams,
  reply: z.object({ ended: z.int() }),
  refusals: ['not_found', 'member_self'],
})

export const resetMemberSecondFactor = defineEndpoint('admin', 'DELETE', '/api/admin/users/:userId/second-factor', {
  summary: 'Turns off the second factor of another member, who lost it; their sessions end and they are told by mail.',
  params: memberParams,
  reply: z.object({ message: z.string() }),
  refusals: ['not_found', 'member_self', 'proof_needed'],
})

export const setCommission = defineEndpoint('admin', 'PUT', '/api/admin/users/:userId/commission', {
  summary: 'Sets a member’s commission rate for the sales they make from now on.',
  params: memberParams,
  body: z.object({ rate: CommissionRate }),
  reply: TeamMember,
  refusals: ['not_found'],
})

export const listCommissionRates = defineEndpoint('admin', 'GET', '/api/admin/users/:userId/commission', {
  key: 'read',
  summary: 'A member’s commission rates, newest first.',
  params: memberParams,
  reply: z.array(z.object({ rate: z.number(), since: Instant, setBy: z.string() })),
  refusals: ['not_found'],
})

export const removeMember = defineEndpoint('admin', 'DELETE', '/api/admin/users/:userId', {
  summary: 'Removes a member: sessions end at once, sales stay, customers and live links go to a successor.',
  params: memberParams,
  query: z.object({
    /** Who gets the customers and live links; absent: the administrator who removes. */
    heirId: z.optional(UserId),
  }),
  reply: z.object({ message: z.string(), customers: z.int(), liveLinks: z.int() }),
  refusals: ['not_found', 'member_self', 'member_last_admin', 'member_heir_unknown', 'proof_needed'],
})

import { useQuery } from '@tanstack/react-query'
import { inviteMember, listCommissionRates, listMembers, type TeamMember } from '#contract/admin/team.ts'
import { EMAIL_LENGTH_MAX, EMAIL_WRONG, readEmail } from '#contract/email-address.ts'
import { getCurrentUser } from '#contract/members/auth.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'
import type { Role } from '#contract/values.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusPill } from '#web/ui/panel.tsx'

/** A change of a member. It reloads where members appear: the team, their rates, and the header if it is oneself. */
export const MEMBER_CHANGE = {
  affects: [listMembers.path, listCommissionRates.path, getCurrentUser.path],
  isReloadAwaited: true,
}

export const useMembers = () => useQuery({ ...query(listMembers), ...FRESH })

/** The badge of a role in this dialog; the profile calls an admin Administrator. */
export const ROLE_BADGES: Readonly<Record<Role, string>> = { admin: 'Admin', sales: 'Sales Representative' }

/** In the order offered; sales is the default. */
export const ROLES: readonly Role[] = ['sales', 'admin']

/** Whether a member has confirmed their address; before that, whether they were invited. */
export const Standing = ({ member: { isVerified, isInvited } }: { member: TeamMember }) => (
  <>
    <StatusPill tone={isVerified ? 'done' : 'waiting'}>{isVerified ? 'Verified' : 'Pending'}</StatusPill>
    {isInvited && <span className="ml-1.5 text-xs text-muted">Invited</span>}
  </>
)

/** Sends the invitation of a member who has not joined yet again. */
export function ResendInvitation({ member: { id: userId, username } }: { member: TeamMember }) {
  const invite = useChange({
    ...MEMBER_CHANGE,
    send: () => callApi(inviteMember, { params: { userId } }),
    toast: ({ email }) => ({ title: 'Invitation sent', description: `It is on its way to ${email}.` }),
    failed: 'Not sent',
  })
  return (
    <Button size="small" about={` to ${username}`} isBusy={invite.isPending} onClick={() => invite.mutate()}>
      {invite.isPending ? 'Sending…' : 'Resend invitation'}
    </Button>
  )
}

/** What is wrong with a typed rate in percent; undefined if it is valid. */
export function rateError(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return 'Enter a rate.'
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) && Number(typed) <= 100
    ? undefined
    : 'Enter a rate between 0 and 100, with two decimals at most.'
}

/** What forms about a member share: the contract's limits, so the browser stops where the server would, and rules. */
export const MEMBER_FORM = {
  lengthsMax: { username: 100, email: EMAIL_LENGTH_MAX, phone: 40, password: PASSWORD_LENGTH_MAX },
  rules: {
    username: (text: string) => (text.trim() === '' ? 'Please enter a name.' : undefined),
    email: (text: string) => {
      if (text.trim() === '') return 'Please enter an email address.'
      return readEmail(text) === null ? EMAIL_WRONG : undefined
    },
    password: (text: string) =>
      text.length >= PASSWORD_LENGTH_MIN ? undefined : 'Password must be at least 6 characters long',
  },
  refusedFields: { email_taken: 'email', password_guessable: 'password' },
} as const

/** A member's role; a framed word, because a role is not a state. */
export const RoleBadge = ({ children }: { children: string }) => (
  <span className="inline-block rounded-full border border-line bg-sunken px-2 text-xs/5 font-semibold whitespace-nowrap">
    {children}
  </span>
)

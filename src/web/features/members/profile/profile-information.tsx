import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import type { requestEmailConfirmation } from '#contract/members/profile.ts'
import type { Role } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { showToast } from '#web/ui/toast.ts'

/** The member's data, and whether the address is confirmed. */
export function ProfileInformation({ user }: { user: CurrentUser }) {
  return (
    <Panel title="Profile Information">
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact term="Username">{user.username}</Fact>
        <Fact term="Role">{roleName(user.role)}</Fact>
        <Fact term="Email">{user.email}</Fact>
        <Fact term="Phone">{user.phone ?? 'Not provided'}</Fact>
        <Fact term="Account Status">
          <StatusPill tone={user.isVerified ? 'done' : 'plain'}>{user.isVerified ? 'Verified' : 'Active'}</StatusPill>
        </Fact>
        <Fact term="Member Since">{formatDate(user.createdAt)}</Fact>
      </dl>
      {!user.isVerified && <ConfirmAddress email={user.email} />}
    </Panel>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

/** Emails the link that makes the account Verified; an older one then opens nothing. */
function ConfirmAddress({ email }: { email: string }) {
  const request = useMutation({
    mutationFn: () => callApi<typeof requestEmailConfirmation>('POST', '/api/profile/email-confirmation', {}),
    onSuccess: () => showToast({ title: 'Confirmation sent', description: `Check the inbox of ${email}.` }),
    onError: (error) => showToast({ title: 'Not sent', description: error.sentence, tone: 'danger' }),
  })
  return (
    <Notice
      className="mt-4"
      title="Confirm your email address"
      action={
        <Button onClick={() => request.mutate()} disabled={request.isPending}>
          {request.isPending ? 'Sending…' : request.isSuccess ? 'Send it again' : 'Send the confirmation email'}
        </Button>
      }
    >
      {request.error
        ? request.error.sentence
        : request.isSuccess
          ? `A link is on its way to ${email}. Open it to make your account Verified.`
          : `We email a link to ${email}. Open it to make your account Verified.`}
    </Notice>
  )
}

function roleName(role: Role): string {
  return role === 'admin' ? 'Administrator' : 'Sales Representative'
}

import { useMutation, useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import * as contract from '#contract/members/profile.ts'
import { type ApiError, callApi, queryClient } from '#web/lib/call-api.ts'
import { formatDate, formatPlural } from '#web/lib/format.ts'
import { useChange } from '#web/lib/use-change.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EndableRow, ListTrouble, Panel, StatusPill } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { showFailure, showToast, type ToastMessage } from '#web/ui/toast.ts'
import { NEW_PASSWORD_RULES, PasswordField, passwordError, UsernameHint } from './form-parts.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { sessionsQuery, showUser } from './profile-data.ts'
import { SecondFactorCard } from './second-factor-card.tsx'

type What = 'email' | 'phone' | 'password'

function updateFailure(what: What, { code, sentence }: ApiError): string {
  if (code !== 'password_wrong') return sentence
  return `Failed to update ${what}. Please check your ${what === 'password' ? 'current password' : 'password'}.`
}

const useUpdate = <Body, Reply>(
  what: What,
  send: (body: Body) => Promise<Reply>,
  show: (reply: Reply) => void,
  success: ToastMessage,
) =>
  useChange({
    send,
    onDone: show,
    toast: () => success,
    onFailed: (error) => showFailure('Update Failed', updateFailure(what, error)),
  })

const UpdateButton = ({ label, isPending, isFilled }: { label: string; isPending: boolean; isFilled: boolean }) => (
  <div>
    <SubmitButton label={label} busy="Updating..." isBusy={isPending} disabled={!isFilled} />
  </div>
)

const CONTACTS = {
  email: {
    title: 'Update Email',
    input: { label: 'New Email', type: 'email', autoComplete: 'email', inputMode: 'email', maxLength: 254 },
    success: { title: 'Email Updated', description: 'Your email address has been updated.' },
  },
  phone: {
    title: 'Update Phone',
    input: { label: 'New Phone', type: 'tel', autoComplete: 'tel', inputMode: 'tel', maxLength: 40 },
    success: { title: 'Phone Updated', description: 'Your phone number has been updated.' },
  },
} as const

function ContactCard({ what, user, intro }: { what: keyof typeof CONTACTS; user: CurrentUser; intro: string }) {
  const { title, input, success } = CONTACTS[what]
  const { hasPasswords } = useSignInWays()
  const requirement = `Please enter your current password to update ${what}`
  const send = ({ value, password }: { value: string; password: string }) => {
    const own = hasPasswords ? { password } : {}
    return what === 'email'
      ? callApi(contract.updateEmail, { body: { email: value.trim(), ...own } })
      : callApi(contract.updatePhone, { body: { phone: value.trim(), ...own } })
  }
  const update = useUpdate(what, send, showUser, success)
  const form = useForm({
    start: { value: '', password: '' },
    rules: { password: (text) => (hasPasswords && text === '' ? requirement : undefined) },
    send: update,
  })
  const isFilled = form.isFilled('value') && (!hasPasswords || form.values.password !== '')
  const handleSubmit = form.submit((values) => values, {
    onSuccess: () => form.reset(),
    onWrong: () => showFailure('Password Required', requirement),
  })
  // A disabled button swallows Enter; the member should still see what is missing.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isFilled && form.isFilled('value')) void handleSubmit(event)
  }
  return (
    <Panel title={title} intro={intro}>
      <form noValidate onSubmit={handleSubmit} className="grid gap-3">
        {form.error && <Notice tone="danger">{updateFailure(what, form.error)}</Notice>}
        <TextField {...input} {...form.field('value')} onKeyDown={handleKeyDown} />
        <UsernameHint email={user.email} />
        {hasPasswords && <PasswordField {...form.field('password')} onKeyDown={handleKeyDown} />}
        <UpdateButton label={title} isPending={update.isPending} isFilled={isFilled} />
      </form>
    </Panel>
  )
}

function SessionsCard() {
  const sessions = useQuery({ ...sessionsQuery, staleTime: 0 })
  const follow = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  const failed = (error: ApiError) => showFailure('The session was not ended', error.sentence)
  const end = useMutation<unknown, ApiError, contract.SessionInfo>({
    mutationFn: ({ id }) => callApi(contract.endSession, { params: { sessionId: id } }),
    onSuccess: (_reply, { device }) => showToast({ title: 'Session ended', description: `${device} is logged out.` }),
    // If it has already ended, that is fine.
    onError: (error) => (error.code === 'session_not_found' ? undefined : failed(error)),
    onSettled: follow,
  })
  const endOthers = useMutation({
    mutationFn: () => callApi(contract.endOtherSessions),
    onSuccess: ({ ended }) =>
      showToast({ title: 'Other sessions ended', description: `${formatPlural(ended, 'session')} logged out.` }),
    onError: failed,
    onSettled: follow,
  })
  return (
    <Panel title="Sessions" intro="Every browser where you are logged in.">
      {sessions.isPending && <Loading words="Loading sessions" height="h-24" />}
      {!sessions.data && <ListTrouble list={sessions} />}
      {sessions.data && (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line text-sm">
          {currentFirst(sessions.data).map((session) => (
            <EndableRow
              key={session.id}
              end="End"
              label={`End the session of ${session.device}, logged in ${formatDate(session.createdAt)}`}
              onEnd={() => end.mutate(session)}
              instead={session.isCurrent && <StatusPill tone="done">This browser</StatusPill>}
            >
              <p className="font-semibold">{session.device}</p>
              <p className="figures text-xs text-muted">
                Logged in {formatDate(session.createdAt)}, last used {formatDate(session.lastUsedAt)}
              </p>
            </EndableRow>
          ))}
        </ul>
      )}
      {sessions.data?.some((session) => !session.isCurrent) && (
        <Button className="mt-3" disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
          End all other sessions
        </Button>
      )}
    </Panel>
  )
}

/** The list may scroll, and the current session shows that the others are not this one. */
const currentFirst = (sessions: readonly contract.SessionInfo[]) =>
  [...sessions].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))

const ProfileInformation = ({ user }: { user: CurrentUser }) => (
  <Panel title="Profile Information">
    <FactList
      className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2"
      facts={[
        ['Username', user.username],
        ['Role', user.role === 'admin' ? 'Administrator' : 'Sales Representative'],
        ['Email', user.email],
        ['Phone', user.phone ?? 'Not provided'],
        ['Account Status', <VerifiedPill key="status" isVerified={user.isVerified} />],
        ['Member Since', formatDate(user.createdAt)],
      ]}
    />
    {!user.isVerified && <ConfirmAddress email={user.email} />}
  </Panel>
)

const VerifiedPill = ({ isVerified }: { isVerified: boolean }) => (
  <StatusPill tone={isVerified ? 'done' : 'plain'}>{isVerified ? 'Verified' : 'Active'}</StatusPill>
)

/** Emails the link that makes the account Verified; an older one then opens nothing. */
function ConfirmAddress({ email }: { email: string }) {
  const request = useChange({
    send: () => callApi(contract.requestEmailConfirmation),
    toast: () => ({ title: 'Confirmation sent', description: `Check the inbox of ${email}.` }),
    failed: 'Not sent',
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

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' }

function PasswordCard({ user }: { user: CurrentUser }) {
  const update = useUpdate(
    'password',
    (body: BodyInputOf<typeof contract.updatePassword>) => callApi(contract.updatePassword, { body }),
    () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    { title: 'Password Updated', description: 'Your password has been updated. Other devices are logged out.' },
  )
  const form = useForm({ start: EMPTY, rules: NEW_PASSWORD_RULES, send: update })
  const handleSubmit = form.submit(({ currentPassword, newPassword }) => ({ currentPassword, newPassword }), {
    onSuccess: () => form.reset(),
    onWrong: () => {
      const fieldError = passwordError(form.values)
      update.reset()
      if (fieldError) showFailure(fieldError.title, fieldError.description)
    },
  })
  const isFilled = form.isFilled('currentPassword', 'newPassword', 'confirmation')
  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string) => (
    <PasswordField label={label} autoComplete={autoComplete} {...form.field(name)} />
  )
  return (
    <Panel
      title="Update Password"
      intro="At least 6 characters, and hard to guess: several unrelated words work well. This logs out your other devices."
    >
      <form noValidate onSubmit={handleSubmit} className="grid gap-3">
        {form.error && <Notice tone="danger">{updateFailure('password', form.error)}</Notice>}
        <UsernameHint email={user.email} />
        {field('currentPassword', 'Current Password', 'current-password')}
        {field('newPassword', 'New Password', 'new-password')}
        {field('confirmation', 'Confirm New Password', 'new-password')}
        <UpdateButton label="Update Password" isPending={update.isPending} isFilled={isFilled} />
      </form>
    </Panel>
  )
}

/** Everything members do with their own account. @param props.keys the card of their API keys */
export function ProfileCards({ user, keys }: { user: CurrentUser; keys: ReactNode }) {
  const { hasPasswords } = useSignInWays()
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <ProfileInformation user={user} />
        <ContactCard
          what="email"
          user={user}
          intro={`Now: ${user.email}. We email a confirmation link to the new address and tell the old one.`}
        />
        <ContactCard what="phone" user={user} intro={user.phone ? `Now: ${user.phone}.` : 'No phone number yet.'} />
      </div>
      <div className="grid gap-4">
        {hasPasswords && <PasswordCard user={user} />}
        {hasPasswords && <SecondFactorCard user={user} />}
        <PasskeysCard />
        <SessionsCard />
        {keys}
      </div>
    </div>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import type { endOtherSessions, endSession, requestEmailConfirmation, SessionInfo } from '#contract/members/profile.ts'
import type { Role } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDate, formatPlural } from '#web/lib/format.ts'
import { type FormCall, useForm } from '#web/lib/use-form.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { NEW_PASSWORD_RULES, passwordComplaint } from './password-rules.ts'
import { sessionsQuery } from './profile-data.ts'
import { SecondFactorCard } from './second-factor-card.tsx'
import { updateFailure, useUpdateEmail, useUpdatePassword, useUpdatePhone } from './use-profile-updates.ts'
import { UsernameHint } from './username-hint.tsx'

/** Changes the address for signing in. */
function EmailCard({ user }: { user: CurrentUser }) {
  const update = useUpdateEmail()
  return (
    <ContactCard
      title="Update Email"
      what="email"
      user={user}
      intro={`Now: ${user.email}. We email a confirmation link to the new address and tell the old one.`}
      label="New Email"
      input={{ type: 'email', autoComplete: 'email', inputMode: 'email', maxLength: 254 }}
      update={update}
      bodyOf={(email, own) => ({ email, ...own })}
    />
  )
}

/** Changes the phone number for colleagues. */
function PhoneCard({ user }: { user: CurrentUser }) {
  const update = useUpdatePhone()
  return (
    <ContactCard
      title="Update Phone"
      what="phone"
      user={user}
      intro={user.phone ? `Now: ${user.phone}.` : 'No phone number yet.'}
      label="New Phone"
      input={{ type: 'tel', autoComplete: 'tel', inputMode: 'tel', maxLength: 40 }}
      update={update}
      bodyOf={(phone, own) => ({ phone, ...own })}
    />
  )
}

interface ContactCardProps<Body> {
  title: string
  what: 'email' | 'phone'
  user: CurrentUser
  intro: string
  label: string
  input: { type: string; autoComplete: string; inputMode: 'email' | 'tel'; maxLength: number }
  update: FormCall<Body, CurrentUser>
  bodyOf: (value: string, own: { password?: string }) => Body
}

/** One new value and the current password; the button waits for both. */
function ContactCard<Body>({ title, what, user, intro, label, input, update, bodyOf }: ContactCardProps<Body>) {
  const { hasPasswords } = useSignInWays()
  const requirement = `Please enter your current password to update ${what}`
  const form = useForm({
    start: { value: '', password: '' },
    rules: { password: (text) => (hasPasswords && text === '' ? requirement : undefined) },
    send: update,
  })
  const isFilled = form.isFilled('value') && (!hasPasswords || form.values.password !== '')
  const handleSubmit = form.submit(({ value, password }) => bodyOf(value.trim(), hasPasswords ? { password } : {}), {
    onSuccess: () => form.reset(),
    onWrong: () => showToast({ title: 'Password Required', description: requirement, tone: 'danger' }),
  })
  // A disabled button swallows Enter; the member should still see what is missing.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isFilled && form.isFilled('value')) void handleSubmit(event)
  }

  return (
    <Panel title={title} intro={intro}>
      <form noValidate onSubmit={handleSubmit} className="grid gap-3">
        {form.error && <Notice tone="danger">{updateFailure(what, form.error)}</Notice>}
        <TextField {...input} label={label} {...form.field('value')} onKeyDown={handleKeyDown} />
        <UsernameHint email={user.email} />
        {hasPasswords && (
          <TextField
            label="Current Password"
            type="password"
            autoComplete="current-password"
            maxLength={256}
            {...form.field('password')}
            onKeyDown={handleKeyDown}
          />
        )}
        <div>
          <Button type="submit" look="primary" disabled={update.isPending || !isFilled}>
            {update.isPending ? 'Updating...' : title}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** The devices that are signed in, with buttons to end unknown ones. */
function SessionsCard() {
  const client = useQueryClient()
  const sessions = useQuery({ ...sessionsQuery, staleTime: 0 })
  const follow = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  const failed = (error: ApiError) =>
    showToast({ title: 'The session was not ended', description: error.sentence, tone: 'danger' })
  const end = useMutation<unknown, ApiError, SessionInfo>({
    mutationFn: ({ id }) =>
      callApi<typeof endSession>('DELETE', '/api/profile/sessions/:sessionId', { params: { sessionId: id } }),
    onSuccess: (_reply, { device }) => showToast({ title: 'Session ended', description: `${device} is logged out.` }),
    // If it has already ended, that is fine.
    onError: (error) => (error.code === 'session_not_found' ? undefined : failed(error)),
    onSettled: follow,
  })
  const endOthers = useMutation({
    mutationFn: () => callApi<typeof endOtherSessions>('DELETE', '/api/profile/sessions', {}),
    onSuccess: ({ ended }) =>
      showToast({ title: 'Other sessions ended', description: `${formatPlural(ended, 'session')} logged out.` }),
    onError: failed,
    onSettled: follow,
  })
  const hasOthers = sessions.data?.some((session) => !session.isCurrent) ?? false

  return (
    <Panel title="Sessions" intro="Every browser where you are signed in.">
      {sessions.isPending && <Loading words="Loading sessions" height="h-24" />}
      {sessions.error && !sessions.data && (
        <Notice tone="danger" action={<Button onClick={() => sessions.refetch()}>Try again</Button>}>
          {sessions.error.sentence}
        </Notice>
      )}
      {sessions.data && (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line text-sm">
          {currentFirst(sessions.data).map((session) => (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <div className="min-w-0">
                <p className="font-semibold">{session.device}</p>
                <p className="figures text-xs text-muted">
                  Signed in {formatDate(session.createdAt)}, last used {formatDate(session.lastUsedAt)}
                </p>
              </div>
              {session.isCurrent ? (
                <StatusPill tone="done">This browser</StatusPill>
              ) : (
                <Button
                  look="danger"
                  size="small"
                  className="max-sm:-ml-3"
                  disabled={end.isPending && end.variables.id === session.id}
                  onClick={() => end.mutate(session)}
                  aria-label={`End the session of ${session.device}, signed in ${formatDate(session.createdAt)}`}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasOthers && (
        <Button className="mt-3" disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
          End all other sessions
        </Button>
      )}
    </Panel>
  )
}

/** The list may scroll, and the current session shows that the others are not this one. */
const currentFirst = (sessions: readonly SessionInfo[]) =>
  [...sessions].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))

/** The member's data, and whether the address is confirmed. */
function ProfileInformation({ user }: { user: CurrentUser }) {
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

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' }

/** Changes the password, with fixed texts for what is wrong with the new one. */
function PasswordCard({ user }: { user: CurrentUser }) {
  const update = useUpdatePassword()
  const form = useForm({ start: EMPTY, rules: NEW_PASSWORD_RULES, send: update })
  const handleSubmit = form.submit(({ currentPassword, newPassword }) => ({ currentPassword, newPassword }), {
    onSuccess: () => form.reset(),
    onWrong: () => {
      const complaint = passwordComplaint(form.values)
      update.reset()
      if (complaint) showToast({ title: complaint.title, description: complaint.description, tone: 'danger' })
    },
  })
  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string) => (
    <TextField label={label} type="password" autoComplete={autoComplete} maxLength={256} {...form.field(name)} />
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
        <div>
          <Button
            type="submit"
            look="primary"
            disabled={!form.isFilled('currentPassword', 'newPassword', 'confirmation') || update.isPending}
          >
            {update.isPending ? 'Updating...' : 'Update Password'}
          </Button>
        </div>
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
        <EmailCard user={user} />
        <PhoneCard user={user} />
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

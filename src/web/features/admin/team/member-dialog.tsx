import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import * as contract from '#contract/admin/team.ts'
import { listCommissionRates, setCommission, type TeamMember, updateMember } from '#contract/admin/team.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { MemberAnalytics } from '#contract/sales/analytics.ts'
import type { UserId } from '#contract/values.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { formatDate, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { timeZoneWord } from '#web/lib/format-late.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { failureOf, useChange } from '#web/lib/use-change.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice, ListTrouble, Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { MemberAnalyticsView } from './member-analytics.tsx'
import { PayReportView, usePayDays } from './pay-report-view.tsx'
import {
  MEMBER_CHANGE,
  MEMBER_FORM,
  ResendInvitation,
  ROLE_BADGES,
  RoleBadge,
  rateError,
  Standing,
  useMembers,
} from './team-data.tsx'

/** Called when a form starts or stops having input that closing the dialog would lose. */
type TypedListener = (form: 'profile' | 'rate', isTyped: boolean) => void

/** Reports to the dialog whether a form has unsaved input; an unmounted form has none. */
function useTypedForm(form: 'profile' | 'rate', isTyped: boolean, onTyped: TypedListener): void {
  useEffect(() => {
    onTyped(form, isTyped)
    return () => onTyped(form, false)
  }, [form, isTyped, onTyped])
}

function RateForm({ member: { id: userId }, onTyped }: MemberProfileProps) {
  const change = useChange({
    ...MEMBER_CHANGE,
    send: (rate: number) => callApi(setCommission, { params: { userId }, body: { rate } }),
    toast: ({ commissionRate }) => ({
      title: 'Commission saved',
      description: `${commissionRate}% of sales from now on.`,
    }),
  })
  const form = useForm({ start: { rate: '' }, rules: { rate: rateError }, lengthsMax: { rate: 6 }, send: change })
  useTypedForm('rate', form.isTyped, onTyped)
  const handleSubmit = form.submit(({ rate }) => Number(rate), { onSuccess: () => form.reset() })
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      <ErrorNotice error={form.error} />
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="New rate"
          note="in percent"
          inputMode="decimal"
          autoComplete="off"
          {...form.field('rate')}
          className="w-full xs:w-56"
        />
        {/* In line with the field, whose label is above it. */}
        <SubmitButton label="Set rate" busy="Saving…" isBusy={change.isPending} look="plain" className="xs:mt-6.5" />
      </div>
    </form>
  )
}

const COLUMNS: readonly Column<ReplyOutputOf<typeof listCommissionRates>[number]>[] = [
  { header: 'Rate', isTitle: true, cell: ({ rate }) => <strong>{rate}%</strong> },
  { header: 'Since', isUnbroken: true, cell: ({ since }) => formatDateTime(since) },
  { header: 'Set by', cell: ({ setBy }) => setBy },
]

function RateHistory({ member }: { member: TeamMember }) {
  const list = useQuery({ ...query(listCommissionRates, { userId: member.id }), ...FRESH })
  const { data: rates, isPending } = list
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">
        Rate history <span className="font-normal text-muted">(times in {timeZoneWord(serverNow())})</span>
      </h3>
      <ListTrouble list={list} title="The rates could not be loaded" />
      {isPending && <Loading words="Loading the rates" height="h-16" />}
      {rates?.length === 0 && <p className="text-sm text-muted">The rate has never changed.</p>}
      {rates && rates.length > 0 && (
        <DataTable label="Commission rates, newest first" columns={COLUMNS} rows={rates} rowKey={(row) => row.since} />
      )}
    </div>
  )
}

interface MemberProfileProps {
  member: TeamMember
  onTyped: TypedListener
}

function EditMemberForm({ member, onTyped, onSaved }: MemberProfileProps & { onSaved: () => void }) {
  const { id: userId, username, email, phone } = member
  const fallback = 'Failed to update profile'
  const update = useChange({
    ...MEMBER_CHANGE,
    send: (body: BodyInputOf<typeof updateMember>) => callApi(updateMember, { params: { userId }, body }),
    toast: () => ({ title: 'Profile updated successfully!' }),
    failed: 'Error',
    fallback,
  })
  const isSelf = userId === useCurrentUser()?.id
  const form = useForm({ ...MEMBER_FORM, start: { username, email, phone: phone ?? '' }, send: update })
  const { values, error, field } = form
  useTypedForm('profile', form.isTyped, onTyped)
  const handleSubmit = form.submit(
    (typed) => ({ username: typed.username.trim(), email: typed.email.trim(), phone: typed.phone.trim() }),
    { onSuccess: onSaved },
  )
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      {error && <Notice tone="danger">{failureOf(error, fallback)}</Notice>}
      <TextField label="Username" dir="auto" autoComplete="off" autoFocus {...field('username')} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        {...field('email')}
        disabled={isSelf}
      />
      {isSelf && <p className="text-sm text-muted">Change your own email address under My Profile.</p>}
      {values.email.trim().toLowerCase() !== email && (
        <p className="text-sm text-muted">
          We email a confirmation link to the new address and tell {email} about the change.
        </p>
      )}
      <TextField label="Phone" note="optional" type="tel" inputMode="tel" autoComplete="off" {...field('phone')} />
      <div>
        <SubmitButton label="Save Changes" busy="Updating..." isBusy={update.isPending} />
      </div>
    </form>
  )
}

/** The member's data, as a view or as a form, and their commission. */
function MemberProfile(props: MemberProfileProps) {
  const { member, onTyped } = props
  const [isEditing, setIsEditing] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const handleSaved = () => {
    setIsEditing(false)
    // The focused button disappears with the form.
    toggle.current?.focus()
  }
  return (
    <div className="grid gap-4">
      <Panel
        title="Profile"
        actions={
          <Button ref={toggle} onClick={() => setIsEditing(!isEditing)}>
            {isEditing ? 'Cancel' : 'Edit'}
          </Button>
        }
      >
        {isEditing ? <EditMemberForm {...props} onSaved={handleSaved} /> : <ProfileFacts member={member} />}
      </Panel>
      {member.isInvited && <InvitationNotice member={member} />}
      <Panel
        title="Commission"
        intro={
          <>
            <strong className="text-ink">{member.commissionRate}%</strong> of what is paid for a package after offers. A
            new rate applies to sales made after you set it. Past sales and links already sent keep theirs.
          </>
        }
      >
        <div className="grid gap-4">
          <RateForm member={member} onTyped={onTyped} />
          <RateHistory member={member} />
        </div>
      </Panel>
    </div>
  )
}

function ProfileFacts({ member }: { member: TeamMember }) {
  const { username, email, phone, role, createdAt } = member
  const facts: [term: string, value: ReactNode][] = [
    ['Username', username],
    ['Email', email],
    ['Phone', phone || 'Not provided'],
    ['Role', <RoleBadge key="role">{ROLE_BADGES[role]}</RoleBadge>],
    ['Status', <Standing key="status" member={member} />],
    ['Member since', formatDate(createdAt)],
  ]
  return <FactList className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2" facts={facts} />
}

/** Says that the member has not joined yet, and what can be done. */
const InvitationNotice = ({ member }: { member: TeamMember }) => (
  <Notice tone="attention" title="Invited, not joined yet" action={<ResendInvitation member={member} />}>
    The invitation went to {member.email} and works once, for 7 days. To cancel it, remove them under Actions.
  </Notice>
)

/** A colleague's access: ends it on a lost laptop, restores it after a lost phone. */
function MemberSignIn({ member }: { member: contract.TeamMember }) {
  const { id: userId, username, hasSecondFactor } = member
  const { hasPasswords, issuerLabel } = useSignInWays()
  const [question, setQuestion] = useState<'sessions' | 'second-factor' | null>(null)
  const endSessions = useChange({
    send: () => callApi(contract.endMemberSessions, { params: { userId } }),
    toast: ({ ended }) => ({ title: 'Logged out everywhere', description: `${formatPlural(ended, 'session')} ended.` }),
  })
  const resetFactor = useChange({
    ...MEMBER_CHANGE,
    send: () => callApi(contract.resetMemberSecondFactor, { params: { userId } }),
    toast: ({ message }) => ({ title: 'Two-step sign-in is off', description: message }),
  })
  const asked =
    question === 'sessions'
      ? {
          act: endSessions,
          title: `Sign ${username} out everywhere?`,
          label: 'Log out everywhere',
          words: 'This signs them out of every browser at once. They can log in again.',
        }
      : {
          act: resetFactor,
          title: `Turn off two-step sign-in for ${username}?`,
          label: 'Turn off two-step sign-in',
          words:
            'Do this for a lost phone, once you are sure who is asking. They are logged out everywhere, then log in with just the password. We email them about it.',
        }
  const close = () => {
    asked.act.reset()
    setQuestion(null)
  }
  return (
    <Panel
      title="Sign-In"
      intro={
        !hasPasswords
          ? `Logs in with ${issuerLabel} or a passkey.`
          : hasSecondFactor
            ? 'Logs in with a password and a code from an authenticator app.'
            : 'Logs in with a password. Two-step sign-in is off.'
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setQuestion('sessions')}>Log out everywhere</Button>
        {hasSecondFactor && <Button onClick={() => setQuestion('second-factor')}>Turn off two-step sign-in</Button>}
      </div>
      {question && (
        <ConfirmDialog
          title={asked.title}
          confirmLabel={asked.label}
          pendingLabel="One moment…"
          isPending={asked.act.isPending}
          onConfirm={() => asked.act.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <p>{asked.words}</p>
          <ErrorNotice error={asked.act.error} />
        </ConfirmDialog>
      )}
    </Panel>
  )
}

/** Actions that end a member's access, and those that cannot be undone. */
function MemberActions({ member, members, onRemoved }: Omit<MemberPartsProps, 'onTyped'>) {
  const viewerId: string = useCurrentUser()?.id ?? ''
  const isSelf = member.id === viewerId
  const [isAsking, setIsAsking] = useState(false)
  const [successorId, setSuccessorId] = useState(viewerId)
  const fallback = 'Failed to remove team member'
  // Without a successor, customers and live links go to the administrator who removes.
  const successor = members.find(({ id }) => id === successorId && id !== viewerId)
  const remove = useChange({
    // Only the list: no one can read a removed member's own data anymore.
    affects: [contract.listMembers.path],
    isReloadAwaited: true,
    send: (heirId: UserId | undefined) =>
      callApi(contract.removeMember, { params: { userId: member.id }, query: { heirId } }),
    // Before the team is reloaded, because what shows the member is gone after that.
    onDone: onRemoved,
    toast: ({ customers, liveLinks }) => ({
      title: 'Sales team member removed successfully',
      description: `${formatPlural(customers, 'customer')} and ${formatPlural(liveLinks, 'live link')} passed to ${successor?.username ?? 'you'}.`,
    }),
    failed: 'Error',
    fallback,
  })
  const others = members.filter(({ id }) => id !== viewerId && id !== member.id)
  return (
    <div className="grid gap-4">
      {!isSelf && <MemberSignIn member={member} />}
      <Panel
        title="Danger Zone"
        intro="A removed member is logged out everywhere at once and can no longer log in. Their sales stay theirs in every figure and pay report."
      >
        <Button
          icon={Trash2}
          className="border-danger text-danger hover:border-danger hover:bg-danger-quiet"
          disabled={isSelf || remove.isPending}
          onClick={() => setIsAsking(true)}
        >
          {remove.isPending ? 'Removing...' : 'Remove Team Member'}
        </Button>
        {isSelf && <p className="mt-2 text-sm text-muted">You cannot remove yourself. Ask another administrator.</p>}
        {isAsking && (
          <ConfirmDialog
            title={`Remove ${member.username}?`}
            confirmLabel="Remove Team Member"
            pendingLabel="Removing..."
            confirmLook="danger"
            isPending={remove.isPending}
            onConfirm={() => remove.mutate(successor?.id)}
            onClose={() => {
              remove.reset()
              setIsAsking(false)
            }}
          >
            <p>Are you sure you want to remove this sales team member? This action cannot be undone.</p>
            <SelectField
              label="Who takes over the customers and live links"
              options={[viewerId, ...others.map(({ id }) => id)]}
              nameOf={(userId) => {
                const other = others.find(({ id }) => id === userId)
                return other ? `${other.username} (${other.email})` : 'You'
              }}
              value={successorId}
              onChange={setSuccessorId}
            />
            {remove.error && <Notice tone="danger">{failureOf(remove.error, fallback)}</Notice>}
          </ConfirmDialog>
        )}
      </Panel>
    </div>
  )
}

/** The parts of the dialog (docs/product.md#team-members). The values are part of the URL. */
const MEMBER_PARTS = choicesOf({
  profile: 'Profile',
  analytics: 'Analytics',
  'pay-report': 'Pay Report',
  actions: 'Actions',
})

const LIFETIME = 'lifetime' satisfies MemberAnalytics['period']

interface MemberDialogProps {
  memberId: string
  onClose: () => void
  onRemoved: () => void
}

/** Everything about one member of the team. */
export function MemberDialog({ memberId, onClose, onRemoved }: MemberDialogProps) {
  const { data: members, error, isFetching, refetch } = useMembers()
  const member = members?.find(({ id }) => id === memberId)
  const isUnknown = members !== undefined && !member && !isFetching
  const [typed, setTyped] = useState({ profile: false, rate: false })
  const handleTyped = useCallback<TypedListener>(
    (form, isTyped) => setTyped((before) => ({ ...before, [form]: isTyped })),
    [],
  )
  const discard = useDiscardQuestion({
    isTyped: typed.profile || typed.rate,
    onClose,
    // Another tab about the same member keeps typed input.
    staysOpenAt: (search) => 'member' in search && search.member === memberId,
  })
  const handleRemoved = () => {
    discard.stopAsking()
    onRemoved()
  }
  return (
    <Dialog
      title={
        <span className="line-clamp-2 wrap-anywhere" dir="auto">
          {member?.username ?? (isUnknown ? 'Member not found' : 'Team member')}
        </span>
      }
      onClose={discard.close}
      isTableWide
    >
      {member && (
        <MemberParts
          key={member.id}
          member={member}
          members={members ?? []}
          onTyped={handleTyped}
          onRemoved={handleRemoved}
        />
      )}
      {!member && isFetching && <Loading words="Loading the member" height="h-24" count={2} />}
      {isUnknown && (
        <Notice tone="danger" title="Member not found" action={<Button onClick={onClose}>Show the team</Button>}>
          This member does not exist, or was removed.
        </Notice>
      )}
      {!members && !isFetching && (
        <ErrorNotice title="The member could not be loaded" error={error} onRetry={refetch} />
      )}
      {discard.question}
    </Dialog>
  )
}

interface MemberPartsProps extends Pick<MemberDialogProps, 'onRemoved'> {
  member: contract.TeamMember
  members: readonly contract.TeamMember[]
  onTyped: TypedListener
}

function MemberParts(props: MemberPartsProps) {
  const { member, onTyped } = props
  const { search, change } = useTeamSearch()
  const days = usePayDays()
  const part = MEMBER_PARTS.find(({ value }) => value === search.part)?.value ?? 'profile'
  return (
    <Tabs
      label="About this member"
      tabs={MEMBER_PARTS}
      value={part}
      onChange={(next) => change({ part: next === 'profile' ? '' : next, ...(next === 'pay-report' && days) })}
    >
      <div className="pt-4">
        {/* Hidden instead of gone, with what is typed in its forms. */}
        <div hidden={part !== 'profile'}>
          <MemberProfile member={member} onTyped={onTyped} />
        </div>
        {part === 'analytics' && (
          <MemberAnalyticsView
            userId={member.id}
            period={search.period === LIFETIME ? LIFETIME : '30days'}
            onPeriod={(period) => change({ period: period === LIFETIME ? period : '' })}
          />
        )}
        {part === 'pay-report' && <PayReportView member={member} />}
        {part === 'actions' && <MemberActions {...props} />}
      </div>
    </Tabs>
  )
}

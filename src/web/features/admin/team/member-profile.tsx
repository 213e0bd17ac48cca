import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { listCommissionRates, setCommission, type TeamMember, updateMember } from '#contract/admin/team.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { timeZoneWord } from '#web/lib/format-late.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { failureOf, useChange } from '#web/lib/use-change.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorNotice, ListTrouble } from '#web/ui/error-notice.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import {
  MEMBER_CHANGE,
  MEMBER_FORM,
  ResendInvitation,
  ROLE_BADGES,
  RoleBadge,
  rateError,
  Standing,
} from './team-data.tsx'

/** Called when a form starts or stops having input that closing the dialog would lose. */
export type TypedListener = (form: 'profile' | 'rate', isTyped: boolean) => void

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
export function MemberProfile(props: MemberProfileProps) {
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

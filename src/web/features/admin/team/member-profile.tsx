import { type ReactNode, useRef, useState } from 'react'
import type { listCommissionRates, TeamMember } from '#contract/admin/team.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { formatDate, formatDateTime, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { MEMBER_LENGTHS_MAX, MEMBER_REFUSED_FIELDS, MEMBER_RULES } from './member-fields.ts'
import { ROLE_BADGES, rateComplaint, ratePercent } from './member-words.ts'
import { RoleBadge } from './role-badge.tsx'
import {
  failureOf,
  UPDATE_FAILED,
  useCommissionRates,
  useInviteMember,
  useSetCommission,
  useUpdateMember,
} from './team-data.ts'
import { type TypedListener, useTypedForm } from './use-typed-form.ts'

interface CommissionProps {
  member: TeamMember
  onTyped: TypedListener
}

/** A member's commission, since when, and the form to change it. */
function CommissionPanel({ member, onTyped }: CommissionProps) {
  return (
    <Panel
      title="Commission"
      intro={
        <>
          <strong className="text-ink">{ratePercent(member.commissionRate)}</strong> of what is paid for a package after
          offers. A new rate applies to sales made after you set it. Past sales and links already sent keep theirs.
        </>
      }
    >
      <div className="grid gap-4">
        <RateForm member={member} onTyped={onTyped} />
        <RateHistory member={member} />
      </div>
    </Panel>
  )
}

function RateForm({ member, onTyped }: CommissionProps) {
  const change = useSetCommission(member.id)
  const form = useForm({ start: { rate: '' }, rules: { rate: rateComplaint }, lengthsMax: { rate: 6 }, send: change })
  useTypedForm('rate', form.isTyped, onTyped)
  const handleSubmit = form.submit(({ rate }) => Number(rate), { onSuccess: () => form.reset() })
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      {form.error && <Notice tone="danger">{form.error.sentence}</Notice>}
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
        <Button type="submit" className="xs:mt-6.5" disabled={change.isPending}>
          {change.isPending ? 'Saving…' : 'Set rate'}
        </Button>
      </div>
    </form>
  )
}

type Rate = ReplyOutputOf<typeof listCommissionRates>[number]

const COLUMNS: readonly Column<Rate>[] = [
  { key: 'rate', header: 'Rate', isTitle: true, cell: ({ rate }) => <strong>{ratePercent(rate)}</strong> },
  { key: 'since', header: 'Since', isUnbroken: true, cell: ({ since }) => formatDateTime(since) },
  { key: 'by', header: 'Set by', cell: ({ setBy }) => setBy },
]

function RateHistory({ member }: { member: TeamMember }) {
  const query = useCommissionRates(member.id)
  const { data: rates, isPending } = query
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">
        Rate history <span className="font-normal text-muted">(times in {timeZoneWord(serverNow())})</span>
      </h3>
      <ListTrouble list={query} title="The rates could not be loaded" />
      {isPending && <Loading words="Loading the rates" height="h-16" />}
      {rates?.length === 0 && <p className="text-sm text-muted">The rate has never changed.</p>}
      {rates && rates.length > 0 && (
        <DataTable label="Commission rates, newest first" columns={COLUMNS} rows={rates} rowKey={(row) => row.since} />
      )}
    </div>
  )
}

interface EditMemberFormProps {
  member: TeamMember
  /** The signed-in member, who changes their own address under My Profile. */
  viewerId: string
  onSaved: () => void
  onTyped: TypedListener
}

/** Changes a member's name and contact data. */
function EditMemberForm({ member, viewerId, onSaved, onTyped }: EditMemberFormProps) {
  const { username, email, phone } = member
  const update = useUpdateMember(member.id)
  const isSelf = member.id === viewerId
  const form = useForm({
    start: { username, email, phone: phone ?? '' },
    rules: MEMBER_RULES,
    lengthsMax: MEMBER_LENGTHS_MAX,
    send: update,
    refusedFields: MEMBER_REFUSED_FIELDS,
  })
  const { values, error, field } = form
  useTypedForm('profile', form.isTyped, onTyped)
  const handleSubmit = form.submit(
    (typed) => ({ username: typed.username.trim(), email: typed.email.trim(), phone: typed.phone.trim() }),
    { onSuccess: onSaved },
  )
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      {error && <Notice tone="danger">{failureOf(error, UPDATE_FAILED)}</Notice>}
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
        <Button type="submit" look="primary" disabled={update.isPending}>
          {update.isPending ? 'Updating...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  )
}

interface MemberProfileProps {
  member: TeamMember
  viewerId: string
  onTyped: TypedListener
}

/** The member's data, as a view or as a form, and their commission. */
export function MemberProfile({ member, viewerId, onTyped }: MemberProfileProps) {
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
        {isEditing ? (
          <EditMemberForm member={member} viewerId={viewerId} onSaved={handleSaved} onTyped={onTyped} />
        ) : (
          <ProfileFacts member={member} />
        )}
      </Panel>
      {member.isInvited && <InvitationNotice member={member} />}
      <CommissionPanel member={member} onTyped={onTyped} />
    </div>
  )
}

function ProfileFacts({ member: { username, email, phone, role, isVerified, createdAt } }: { member: TeamMember }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      <Fact term="Username">{username}</Fact>
      <Fact term="Email">{email}</Fact>
      <Fact term="Phone">{phone || 'Not provided'}</Fact>
      <Fact term="Role">
        <RoleBadge>{ROLE_BADGES[role]}</RoleBadge>
      </Fact>
      <Fact term="Status">
        <StatusPill tone={isVerified ? 'done' : 'plain'}>{isVerified ? 'Verified' : 'Pending'}</StatusPill>
      </Fact>
      <Fact term="Member since">{formatDate(createdAt)}</Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="wrap-anywhere" dir="auto">
        {children}
      </dd>
    </div>
  )
}

/** Says that the member has not joined yet, and sends the email again. */
function InvitationNotice({ member }: { member: TeamMember }) {
  const invite = useInviteMember(member.id)
  return (
    <Notice
      tone="attention"
      title="Invited, not joined yet"
      action={
        <Button onClick={() => invite.mutate()} disabled={invite.isPending}>
          {invite.isPending ? 'Sending…' : 'Resend invitation'}
        </Button>
      }
    >
      {invite.error
        ? invite.error.sentence
        : invite.isSuccess
          ? `Another invitation is on its way to ${member.email}.`
          : `They have not chosen a password yet. The invitation went to ${member.email} and works once, for 7 days.`}
    </Notice>
  )
}

import { Settings2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createMember, type TeamMember } from '#contract/admin/team.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'
import type { Role } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDate } from '#web/lib/format.ts'
import { failureOf, useChange } from '#web/lib/use-change.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { MemberDialog, type MemberView } from './member-dialog.tsx'
import { MEMBER_CHANGE, MEMBER_FORM, ROLE_BADGES, ROLES, RoleBadge, statusOf, useMembers } from './team-data.tsx'

const EMPTY = { username: '', email: '', password: '' }
const USUAL_ROLE: Role = 'sales'
const FAILED = 'Failed to create user'

/** Adds a member: with a password given in person, or by an email that says how they get in. */
function CreateMemberForm() {
  const create = useChange({
    ...MEMBER_CHANGE,
    send: (body: BodyInputOf<typeof createMember>) => callApi(createMember, { body }),
    toast: ({ email, isInvited }) => ({
      title: 'Sales team member created successfully!',
      ...(isInvited && { description: `An invitation is on its way to ${email}. It works once, for 7 days.` }),
    }),
    failed: 'Error',
    fallback: FAILED,
  })
  const [role, setRole] = useState(USUAL_ROLE)
  const [wantsInvitation, setWantsInvitation] = useState(true)
  const { hasPasswords, issuerLabel } = useSignInWays()
  const isInvitation = wantsInvitation || !hasPasswords
  const form = useForm({ ...MEMBER_FORM, start: EMPTY, send: create })
  const { field, error } = form
  const isFilled = form.isFilled('username', 'email') && (isInvitation || form.values.password !== '')
  const handleCreated = () => {
    form.reset()
    setRole(USUAL_ROLE)
    // The button is disabled again, so the focus moves to the next member's first field.
    form.focus('username')
  }
  const handleSubmit = form.submit(
    ({ username, email, password }) => ({
      username: username.trim(),
      email: email.trim(),
      role,
      ...(!isInvitation && { password }),
    }),
    { onSuccess: handleCreated },
  )
  return (
    <Panel
      title="Create team member"
      intro={`${hasPasswords ? 'A member logs in with the email address.' : `We email them that they can log in with ${issuerLabel}. Their address there must be this one.`} Their commission is set under Manage once they are in the list.`}
    >
      <form noValidate onSubmit={handleSubmit} className="grid gap-4">
        <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <TextField label="Username" dir="auto" autoComplete="off" {...field('username')} />
          <TextField label="Email" type="email" inputMode="email" autoComplete="off" {...field('email')} />
          {!isInvitation && (
            <div>
              <TextField label="Password" type="password" autoComplete="new-password" {...field('password')} />
              <p className="mt-1.5 text-xs text-muted">
                At least {PASSWORD_LENGTH_MIN} characters, and not easy to guess.
              </p>
            </div>
          )}
          <SelectField
            label="Role"
            options={ROLES}
            nameOf={(one) => ROLE_BADGES[one]}
            value={role}
            onChange={setRole}
          />
        </div>
        {hasPasswords && (
          <div className="max-w-prose">
            <Switch label="Invite by email" isOn={isInvitation} onChange={setWantsInvitation}>
              {isInvitation
                ? 'The email has a link to choose a password. It works once, for 7 days.'
                : 'You choose a password for them and tell them yourself.'}
            </Switch>
          </div>
        )}
        {error && (
          <Notice tone="danger" title="The member was not created">
            {failureOf(error, FAILED)} What you typed is still in the form.
          </Notice>
        )}
        <div>
          <Button type="submit" look="primary" disabled={!isFilled || create.isPending}>
            {create.isPending ? 'Creating…' : isInvitation ? 'Create and invite team member' : 'Create team member'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const columnsOf = (onManage: (memberId: string) => void): readonly Column<TeamMember>[] => [
  {
    header: 'Name',
    isTitle: true,
    cell: ({ username }) => (
      <strong className="line-clamp-2" dir="auto">
        {username}
      </strong>
    ),
  },
  { header: 'Email', cell: ({ email }) => email },
  { header: 'Role', isUnbroken: true, cell: ({ role }) => <RoleBadge>{ROLE_BADGES[role]}</RoleBadge> },
  {
    header: 'Status',
    isUnbroken: true,
    cell: (member) => <StatusPill tone={statusOf(member).tone}>{statusOf(member).word}</StatusPill>,
  },
  { header: 'Commission', isNumber: true, cell: ({ commissionRate }) => `${commissionRate}%` },
  { header: 'Member since', isUnbroken: true, cell: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'Manage',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: ({ id, username }) => (
      <Button className="@3xl:float-right @3xl:-my-1" about={` ${username}`} onClick={() => onManage(id)}>
        <Settings2 size={15} aria-hidden="true" />
        Manage
      </Button>
    ),
  },
]

interface TeamViewProps {
  /** The member whose dialog is open, and its tab, from the URL. */
  view: MemberView | null
  viewerId: string
  onChange: (view: MemberView | null) => void
}

/** The team: its members, adding one, and everything about one of them. */
export function TeamView({ view, viewerId, onChange }: TeamViewProps) {
  const place = useRef<HTMLElement>(null)
  const list = useMembers()
  const { data: members, isPending } = list
  const [removedId, setRemovedId] = useState<string | null>(null)
  const isGone = removedId !== null && view === null && members?.every(({ id }) => id !== removedId)
  useEffect(() => {
    if (!isGone) return
    // The button that opened the dialog disappeared with its row; keyboard users continue at the list.
    place.current?.focus()
    setRemovedId(null)
  }, [isGone])
  const columns = columnsOf((memberId) => onChange({ memberId, part: 'profile', period: '30days' }))
  return (
    <div className="grid gap-5">
      <CreateMemberForm />
      <section ref={place} tabIndex={-1} aria-labelledby="team-members" className="outline-none">
        <h2 id="team-members" className="mb-3 text-base font-semibold">
          Team members{members && <span className="figures font-normal text-muted"> ({members.length})</span>}
        </h2>
        <div className="grid gap-3">
          <ListTrouble list={list} title="The team could not be loaded" />
          {isPending && <Loading words="Loading the team" height="h-44" />}
          {members && <DataTable label="Team members" columns={columns} rows={members} rowKey={({ id }) => id} />}
        </div>
      </section>
      {view && (
        <MemberDialog
          view={view}
          viewerId={viewerId}
          onChange={onChange}
          onClose={() => onChange(null)}
          onRemoved={() => {
            setRemovedId(view.memberId)
            onChange(null)
          }}
        />
      )}
    </div>
  )
}

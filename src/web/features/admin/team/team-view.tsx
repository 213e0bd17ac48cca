import { useEffect, useRef, useState } from 'react'
import { createMember, type TeamMember } from '#contract/admin/team.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'
import type { Role } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { formatDate } from '#web/lib/format.ts'
import { failureOf, useChange } from '#web/lib/use-change.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice, Switch } from '#web/ui/choice.tsx'
import { actsColumn, type Column, DataTable } from '#web/ui/data-table.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ListTrouble, Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { TeamPayReportView } from './pay-report-view.tsx'
import {
  MEMBER_CHANGE,
  MEMBER_FORM,
  ROLE_BADGES,
  ROLES,
  RoleBadge,
  rateError,
  Standing,
  useMembers,
} from './team-data.tsx'

const EMPTY = { username: '', email: '', password: '', rate: '' }
const RULES = { ...MEMBER_FORM.rules, rate: (text: string) => (text.trim() ? rateError(text) : undefined) }
const USUAL_ROLE: Role = 'sales'
const FAILED = 'Failed to create user'

/** Adds a member: with a password given in person, or by an email that says how they get in. */
function CreateMemberForm() {
  const create = useChange({
    ...MEMBER_CHANGE,
    send: (body: BodyInputOf<typeof createMember>) => callApi(createMember, { body }),
    toast: ({ email, isInvited }) => ({
      title: 'Sales team member created successfully!',
      ...(isInvited && {
        description: `We emailed ${email} an invitation. Its link works once and expires in 7 days.`,
      }),
    }),
    failed: 'Error',
    fallback: FAILED,
  })
  const [role, setRole] = useState(USUAL_ROLE)
  const [wantsInvitation, setWantsInvitation] = useState(true)
  const { hasPasswords, issuerLabel } = useSignInWays()
  const isInvitation = wantsInvitation || !hasPasswords
  const form = useForm({ ...MEMBER_FORM, rules: RULES, start: EMPTY, send: create })
  const { field, error } = form
  const isFilled = form.isFilled('username', 'email') && (isInvitation || form.values.password !== '')
  const handleCreated = () => {
    form.reset()
    setRole(USUAL_ROLE)
    // The button is disabled again, so the focus moves to the next member's first field.
    form.focus('username')
  }
  const handleSubmit = form.submit(
    ({ username, email, password, rate }) => ({
      username: username.trim(),
      email: email.trim(),
      role,
      ...(!isInvitation && { password }),
      ...(rate.trim() && { commissionRate: Number(rate) }),
    }),
    { onSuccess: handleCreated },
  )
  return (
    <Panel
      title="Create team member"
      intro={
        !hasPasswords && `We email them that they can log in with ${issuerLabel}. Their address there must be this one.`
      }
    >
      <form noValidate onSubmit={handleSubmit} className="grid gap-4">
        <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
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
          <TextField
            label="Commission"
            note="percent, optional"
            inputMode="decimal"
            autoComplete="off"
            placeholder={role === 'sales' ? 'usual rate' : '0'}
            {...field('rate')}
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

const columnsOf = (onManage: (member: string) => void): readonly Column<TeamMember>[] => [
  {
    header: 'Name',
    isTitle: true,
    narrow: 'cell',
    cell: ({ username }) => (
      <strong className="@3xl:line-clamp-2" dir="auto">
        {username}
      </strong>
    ),
  },
  { header: 'Email', narrow: 'below', cell: ({ email }) => email },
  {
    header: 'Role',
    isUnbroken: true,
    narrow: 'hidden',
    cell: ({ role }) => <RoleBadge>{ROLE_BADGES[role]}</RoleBadge>,
  },
  {
    header: 'Commission',
    isNumber: true,
    narrow: 'cell',
    cell: ({ commissionRate }) => (
      <>
        {commissionRate}%<span className="@3xl:hidden"> commission</span>
      </>
    ),
  },
  { header: 'Status', isUnbroken: true, narrow: 'cell', cell: (member) => <Standing member={member} /> },
  { header: 'Member since', isUnbroken: true, narrow: 'hidden', cell: ({ createdAt }) => formatDate(createdAt) },
  actsColumn((member) => (
    <Button size="small" look="quiet" about={` ${member.username}`} onClick={() => onManage(member.id)}>
      Manage
    </Button>
  )),
]

const SHOWN = choicesOf({ members: 'Members', pay: 'Pay report' })

const PAY = 'pay'

/** The team: its members, adding one, what they earn, and everything about one of them. What is open is in the URL, to be linked. */
export default function TeamTab() {
  const { search, change } = useTeamSearch()
  const isPay = search.kind === PAY
  const place = useRef<HTMLElement>(null)
  const list = useMembers()
  const { data: members, isPending } = list
  const [removedId, setRemovedId] = useState<string | null>(null)
  const isGone = removedId !== null && !search.member && members?.every(({ id }) => id !== removedId)
  useEffect(() => {
    if (!isGone) return
    // The button that opened the dialog disappeared with its row; keyboard users continue at the list.
    place.current?.focus()
    setRemovedId(null)
  }, [isGone])
  const open = (member: string) => change({ member, part: '', period: '' })
  const columns = columnsOf(open)
  return (
    <div className="grid gap-5">
      <div>
        <Choice
          legend="Show"
          options={SHOWN}
          value={isPay ? PAY : 'members'}
          onChange={(shown) => change({ kind: shown === PAY ? PAY : '' })}
        />
      </div>
      {isPay ? (
        <TeamPayReportView />
      ) : (
        <>
          <section ref={place} tabIndex={-1} aria-labelledby="team-members" className="grid gap-3 outline-none">
            <h2 id="team-members" className="text-base font-semibold">
              Team members{members && <span className="figures font-normal text-muted"> ({members.length})</span>}
            </h2>
            <ListTrouble list={list} title="The team could not be loaded" />
            {isPending && <Loading words="Loading the team" height="h-44" />}
            {members && (
              <DataTable
                label="Team members"
                columns={columns}
                rows={members}
                rowKey={({ id }) => id}
                onOpen={({ id }) => open(id)}
              />
            )}
          </section>
          <CreateMemberForm />
        </>
      )}
      {search.member && (
        <MemberDialog
          memberId={search.member}
          onClose={() => open('')}
          onRemoved={() => {
            setRemovedId(search.member ?? null)
            open('')
          }}
        />
      )}
    </div>
  )
}

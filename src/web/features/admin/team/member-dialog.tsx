import { Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import * as contract from '#contract/admin/team.ts'
import type { MemberAnalytics } from '#contract/sales/analytics.ts'
import type { UserId } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { formatPlural } from '#web/lib/format.ts'
import { failureOf, useChange } from '#web/lib/use-change.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { MemberAnalyticsView } from './member-analytics.tsx'
import { MemberProfile, type TypedListener } from './member-profile.tsx'
import { PayReportView, usePayDays } from './pay-report-view.tsx'
import { MEMBER_CHANGE, useMembers } from './team-data.tsx'

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

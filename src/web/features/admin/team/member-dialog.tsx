import { useCallback, useState } from 'react'
import type { TeamMember } from '#contract/admin/team.ts'
import type { MemberAnalytics } from '#contract/sales/analytics.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { MemberActions } from './member-actions.tsx'
import { MemberAnalyticsView } from './member-analytics.tsx'
import { MemberProfile } from './member-profile.tsx'
import { newReportState, PayReportView } from './pay-report-view.tsx'
import { useMembers } from './team-data.ts'
import type { TypedForm, TypedListener } from './use-typed-form.ts'

/** The parts of the dialog (docs/product.md#team-members). The values are part of the URL. */
export const MEMBER_PARTS = [
  { value: 'profile', label: 'Profile' },
  { value: 'analytics', label: 'Analytics' },
  { value: 'pay-report', label: 'Pay Report' },
  { value: 'actions', label: 'Actions' },
] as const
export type MemberPart = (typeof MEMBER_PARTS)[number]['value']

/** What the dialog shows, from the URL. */
export interface MemberView {
  memberId: string
  part: MemberPart
  period: MemberAnalytics['period']
  /** Shows the table instead of the charts. */
  isTable: boolean
}

interface MemberDialogProps {
  view: MemberView
  /** The signed-in member. */
  viewerId: string
  onChange: (view: MemberView) => void
  onClose: () => void
  onRemoved: () => void
}

/** Everything about one member of the team. */
export function MemberDialog(props: MemberDialogProps) {
  const { data: members, error, isFetching, isPending, refetch } = useMembers()
  const member = members?.find(({ id }) => id === props.view.memberId)
  const isUnknown = members !== undefined && !member && !isFetching
  const [typed, setTyped] = useState<Readonly<Partial<Record<TypedForm, boolean>>>>({})
  const handleTyped = useCallback<TypedListener>(
    (form, isTyped) => setTyped((before) => ({ ...before, [form]: isTyped })),
    [],
  )
  const discard = useDiscardQuestion({
    isTyped: typed.profile === true || typed.rate === true,
    onClose: props.onClose,
    // Another tab about the same member keeps typed input.
    staysOpenAt: (search) => 'member' in search && search.member === props.view.memberId,
  })
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
      {member ? (
        <MemberParts
          key={member.id}
          member={member}
          members={members ?? []}
          {...props}
          onTyped={handleTyped}
          onRemoved={() => {
            discard.letGo()
            props.onRemoved()
          }}
        />
      ) : isUnknown ? (
        <Notice tone="danger" title="Member not found" action={<Button onClick={props.onClose}>Show the team</Button>}>
          This member does not exist, or was removed.
        </Notice>
      ) : error && !isPending && !isFetching ? (
        <Notice
          tone="danger"
          title="The member could not be loaded"
          action={<Button onClick={() => refetch()}>Try again</Button>}
        >
          {error.sentence}
        </Notice>
      ) : (
        <div className="grid gap-4">
          <LoadingWords>Loading the member</LoadingWords>
          <Skeleton className="h-11" />
          <Skeleton className="h-48" />
        </div>
      )}
      {discard.question}
    </Dialog>
  )
}

interface MemberPartsProps extends MemberDialogProps {
  member: TeamMember
  members: readonly TeamMember[]
  onTyped: TypedListener
}

function MemberParts({ member, members, view, viewerId, onChange, onRemoved, onTyped }: MemberPartsProps) {
  // Stored here, so switching tabs loses neither the days nor the report.
  const timeZone = useStoreZone()
  const [report, setReport] = useState(() => newReportState(timeZone))
  const isProfile = view.part === 'profile'
  /** Once shown, the profile stays mounted but hidden, with the input in its forms. */
  const [hasProfile, setHasProfile] = useState(isProfile)
  if (isProfile && !hasProfile) setHasProfile(true)
  return (
    <Tabs
      label="About this member"
      tabs={MEMBER_PARTS}
      value={view.part}
      onChange={(part) => onChange({ ...view, part })}
    >
      <div className="pt-4">
        {hasProfile && (
          <div hidden={!isProfile}>
            <MemberProfile member={member} viewerId={viewerId} onTyped={onTyped} />
          </div>
        )}
        {view.part === 'analytics' && (
          <MemberAnalyticsView
            userId={member.id}
            period={view.period}
            isTable={view.isTable}
            onChange={(choice) => onChange({ ...view, ...choice })}
          />
        )}
        {view.part === 'pay-report' && <PayReportView member={member} state={report} onChange={setReport} />}
        {view.part === 'actions' && (
          <MemberActions member={member} members={members} viewerId={viewerId} onRemoved={onRemoved} />
        )}
      </div>
    </Tabs>
  )
}

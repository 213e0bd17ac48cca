import { MEMBER_PARTS, type MemberView } from '#web/features/admin/team/member-dialog.tsx'
import { TeamView } from '#web/features/admin/team/team-view.tsx'
import { useCurrentUser } from '#web/features/members/current-user.ts'
import { type Days, monthsOf, readDays } from '#web/lib/format-day.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'
import type { TeamSearch } from '#web/paths.ts'

const LIFETIME = 'lifetime'
const PAY = 'pay'

/** Sales Team of the admin dashboard. The open member and the days of a pay report are in the URL, to be linked. */
export default function TeamTab() {
  const { search, change } = useTeamSearch()
  const user = useCurrentUser()
  const read = readDays(search.from ?? '', search.to ?? '')
  const usual = monthsOf(useStoreZone()).last
  const days = read.ok ? read.days : usual
  return (
    user && (
      <TeamView
        view={viewOf(search, days)}
        viewerId={user.id}
        onChange={(view) => change(view ? wordsOf(view) : { member: '', part: '', period: '' })}
        days={days}
        onDays={change}
        isPay={search.kind === PAY}
        onPay={(isPay) => change({ kind: isPay ? PAY : '' })}
      />
    )
  )
}

function viewOf({ member, part, period }: TeamSearch, days: Days): MemberView | null {
  if (!member) return null
  return {
    memberId: member,
    part: MEMBER_PARTS.find(({ value }) => value === part)?.value ?? 'profile',
    period: period === LIFETIME ? LIFETIME : '30days',
    days,
  }
}

const wordsOf = ({ memberId, part, period, days }: MemberView) => ({
  member: memberId,
  part: part === 'profile' ? '' : part,
  period: period === LIFETIME ? period : '',
  ...(part === 'pay-report' && days),
})

import { MEMBER_PARTS, type MemberView } from '#web/features/admin/team/member-dialog.tsx'
import { TeamView } from '#web/features/admin/team/team-view.tsx'
import { useCurrentUser } from '#web/features/members/current-user.ts'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'
import type { TeamSearch } from '#web/paths.ts'

const LIFETIME = 'lifetime'

/** Sales Team of the admin dashboard. The open member is in the URL, so it can be linked. */
export default function TeamTab() {
  const { search, show } = useTeamSearch()
  const user = useCurrentUser()
  const handleChange = (view: MemberView | null) => show(view ? wordsOf(view) : {})
  return user && <TeamView view={viewOf(search)} viewerId={user.id} onChange={handleChange} />
}

function viewOf({ member, part, period }: TeamSearch): MemberView | null {
  if (!member) return null
  return {
    memberId: member,
    part: MEMBER_PARTS.find(({ value }) => value === part)?.value ?? 'profile',
    period: period === LIFETIME ? LIFETIME : '30days',
  }
}

const wordsOf = ({ memberId, part, period }: MemberView) => ({
  member: memberId,
  part: part === 'profile' ? '' : part,
  period: period === LIFETIME ? period : '',
})

import { getRouteApi } from '@tanstack/react-router'
import { MEMBER_PARTS, type MemberView } from '#web/features/admin/team/member-dialog.tsx'
import { TeamView } from '#web/features/admin/team/team-view.tsx'
import { useCurrentUser } from '#web/features/members/use-current-user.ts'
import { type AdminSearch, paths } from '#web/paths.ts'

const route = getRouteApi(paths.admin)
const LIFETIME = 'lifetime'
const TABLE = 'table'

/** Sales Team of the admin dashboard. The open member is in the URL, so it can be linked. */
export function TeamTab() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const user = useCurrentUser()
  const handleChange = (view: MemberView | null) =>
    void navigate({
      search: { ...(search.tab ? { tab: search.tab } : {}), ...(view ? wordsOf(view) : {}) },
      resetScroll: false,
    })
  return user && <TeamView view={viewOf(search)} viewerId={user.id} onChange={handleChange} />
}

function viewOf({ member, part, period, view }: AdminSearch): MemberView | null {
  if (!member) return null
  return {
    memberId: member,
    part: MEMBER_PARTS.find(({ value }) => value === part)?.value ?? 'profile',
    period: period === LIFETIME ? LIFETIME : '30days',
    isTable: view === TABLE,
  }
}

/** Defaults are left out. */
function wordsOf({ memberId, part, period, isTable }: MemberView): AdminSearch {
  return {
    member: memberId,
    ...(part === 'profile' ? {} : { part }),
    ...(period === LIFETIME ? { period } : {}),
    ...(isTable ? { view: TABLE } : {}),
  }
}

import type { CurrentUser } from '#contract/members/auth.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { MemberGate } from '../account/member-gate.tsx'
import { partMissing } from '../store/late-parts.tsx'
import { AdminDashboard } from './admin-dashboard.tsx'

/** The administrators' dashboard, and what everyone else sees instead. */
export function AdminPage() {
  return (
    <MemberGate title={TEAM_TITLES['admin-enhanced']} visitor={<Instead user={null} />}>
      {(user) =>
        user.role === 'admin' && !user.needsSecondFactor ? <AdminDashboard user={user} /> : <Instead user={user} />
      }
    </MemberGate>
  )
}

const loadInstead = () => import('./instead-of-dashboard.tsx')

function Instead({ user }: { user: CurrentUser | null }) {
  return <LatePart load={loadInstead} props={{ user }} failed={partMissing('This page')} />
}

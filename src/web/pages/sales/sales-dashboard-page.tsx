import { TEAM_TITLES } from '#contract/page-titles.ts'
import { LoginPage } from '../account/login-page.tsx'
import { MemberGate } from '../account/member-gate.tsx'
import { SalesDashboard } from './sales-dashboard.tsx'

/** The reps' dashboard; without a session, the login page at the same URL. */
export function SalesDashboardPage() {
  return (
    <MemberGate title={TEAM_TITLES['sales-dashboard']} visitor={<LoginPage />}>
      {(user) => <SalesDashboard user={user} />}
    </MemberGate>
  )
}

import { Link } from '@tanstack/react-router'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { AccountFrame } from '../account/account-frame.tsx'
import { MemberGate } from '../account/member-gate.tsx'
import { AdminDashboard } from './admin-dashboard.tsx'
import { SecondFactorFirst } from './second-factor-first.tsx'

const TITLE = TEAM_TITLES['admin-enhanced']

/** The administrators' dashboard, and what everybody else sees in its place (SPEC.md section 2, "Admin dashboard"). */
export function AdminPage() {
  return (
    <MemberGate title={TITLE} visitor={<PleaseLogIn />}>
      {(user) => {
        if (user.role !== 'admin') return <AccessDenied />
        return user.needsSecondFactor ? <SecondFactorFirst user={user} title={TITLE} /> : <AdminDashboard user={user} />
      }}
    </MemberGate>
  )
}

function PleaseLogIn() {
  return (
    <AccountFrame title={TITLE}>
      <p>Please log in to access the admin dashboard</p>
      <Link to={paths.login} search={{ next: paths.admin }} className={`${buttonClasses('primary')} mt-4`}>
        Go to Login
      </Link>
    </AccountFrame>
  )
}

function AccessDenied() {
  return (
    <AccountFrame title="Access Denied">
      <p>You need admin privileges to access this dashboard.</p>
      <Link to={paths.home} className={`${buttonClasses('primary')} mt-4`}>
        Return to Home
      </Link>
    </AccountFrame>
  )
}

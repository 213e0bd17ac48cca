import { Link } from '@tanstack/react-router'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { ProfileCards } from '#web/features/profile/profile-cards.tsx'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RailTabs } from '#web/ui/rail-tabs.tsx'
import { AccountFrame } from './account-frame.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'
import { MemberGate } from './member-gate.tsx'

const TITLE = TEAM_TITLES['admin-enhanced']
const TABS = [{ value: 'profile', label: 'My Profile' }] as const

/** The administrators' dashboard, and what everybody else sees in its place (SPEC.md section 2, "Admin dashboard"). */
export function AdminPage() {
  return (
    <MemberGate title={TITLE} visitor={<PleaseLogIn />}>
      {(user) => {
        if (user.role !== 'admin') return <AccessDenied />
        return (
          <DashboardFrame
            title={TITLE}
            subtitle="Manage sales team, pricing, and lead packages"
            badge={user.username}
            actions={
              <Link to={paths.home} className={buttonClasses('plain')}>
                Back to Home
              </Link>
            }
          >
            <Notice
              className="mb-5"
              action={
                <Link to={paths.sales} className={buttonClasses('plain')}>
                  Open the Sales Dashboard
                </Link>
              }
            >
              Pricing Management, Sales Team, Inventory Control, Analytics and Special Offers come with the next
              release. Carts, invoices, payment requests and customers are on the sales dashboard already.
            </Notice>
            <RailTabs
              label="Section"
              tabs={TABS}
              value="profile"
              hrefOf={(tab) => `${paths.admin}?tab=${tab}`}
              onChange={() => undefined}
            >
              <ProfileCards user={user} />
            </RailTabs>
          </DashboardFrame>
        )
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

import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/members/auth.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { PasskeysCard } from '#web/features/members/profile/passkeys-card.tsx'
import { SecondFactorCard } from '#web/features/members/profile/second-factor-card.tsx'
import { queryClient } from '#web/lib/call-api.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { AccountFrame } from '../account/account-frame.tsx'

const TITLE = TEAM_TITLES['admin-enhanced']

/** What people see who may not use the dashboard (yet); null is a visitor. */
export default function InsteadOfDashboard({ user }: { user: CurrentUser | null }) {
  if (!user) return <PleaseLogIn />
  return user.role === 'admin' ? <SecondFactorFirst user={user} /> : <AccessDenied />
}

/** What an administrator sees who must first set up a second factor. It has no page frame. */
function SecondFactorFirst({ user }: { user: CurrentUser }) {
  const handleGoOn = () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  return (
    <main id="content">
      <AccountFrame
        title={TITLE}
        intro="Administrators of this store need two-step sign-in. Turn it on to open the dashboard. A passkey will do, too."
      >
        <div className="grid gap-4">
          <SecondFactorCard user={user} />
          <PasskeysCard />
          <div className="flex flex-wrap gap-2">
            {(user.hasSecondFactor || user.hasPasskey) && (
              <Button look="primary" onClick={handleGoOn}>
                Go to the dashboard
              </Button>
            )}
            <Link to={paths.home} className={buttonClasses('plain')}>
              Return to Home
            </Link>
          </div>
        </div>
      </AccountFrame>
    </main>
  )
}

const PleaseLogIn = () => (
  <AccountFrame title={TITLE}>
    <p>Please log in to access the admin dashboard</p>
    <Link to={paths.login} search={{ next: paths.admin }} className={`${buttonClasses('primary')} mt-4`}>
      Go to Login
    </Link>
  </AccountFrame>
)

const AccessDenied = () => (
  <AccountFrame title="Access Denied">
    <p>You need admin privileges to access this dashboard.</p>
    <Link to={paths.home} className={`${buttonClasses('primary')} mt-4`}>
      Return to Home
    </Link>
  </AccountFrame>
)

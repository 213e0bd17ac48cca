import { Link } from '@tanstack/react-router'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { ProfileCards } from '#web/features/members/profile/profile-cards.tsx'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { PageFrame } from '../store/page-frame.tsx'
import { LogOutButton, MemberGate, OwnKeysPart } from './dashboard-frame.tsx'
import { LoginPage } from './login-page.tsx'

/** Any member's own account; the same cards are in both dashboards. */
export const ProfilePage = () => (
  <MemberGate title={TEAM_TITLES.profile} visitor={<LoginPage />}>
    {(user) => (
      <PageFrame
        title={TEAM_TITLES.profile}
        actions={
          <>
            <Link to={user.role === 'admin' ? paths.admin : paths.sales} className={buttonClasses('plain')}>
              {user.role === 'admin' ? 'Admin Dashboard' : 'Sales Dashboard'}
            </Link>
            <LogOutButton />
          </>
        }
      >
        <ProfileCards user={user} keys={<OwnKeysPart />} />
      </PageFrame>
    )}
  </MemberGate>
)

import { getRouteApi, Link } from '@tanstack/react-router'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { ResetPasswordForm } from '#web/features/members/profile/reset-password-form.tsx'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { AccountFrame, NoPasswords } from './account-frame.tsx'

const LINK = `${buttonClasses('primary')} mt-4`
const route = getRouteApi(paths.resetPassword)

export function ResetPasswordPage() {
  const { token } = route.useSearch()
  const { hasPasswords } = useSignInWays()
  return (
    <AccountFrame title={TEAM_TITLES['reset-password']}>
      {!hasPasswords ? (
        <>
          <NoPasswords />
          <Link to={paths.login} className={LINK}>
            Back to Login
          </Link>
        </>
      ) : token ? (
        <ResetPasswordForm token={token} />
      ) : (
        <>
          <p>This link is incomplete. Open the full link from the email, or ask for a new one.</p>
          <Link to={paths.forgotPassword} className={LINK}>
            Ask for a new link
          </Link>
        </>
      )}
    </AccountFrame>
  )
}

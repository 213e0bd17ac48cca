import { getRouteApi, Link } from '@tanstack/react-router'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { ForgotPasswordForm, ResetPasswordForm } from '#web/features/members/profile/password-forms.tsx'
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

export function ForgotPasswordPage() {
  const { hasPasswords } = useSignInWays()
  return (
    <AccountFrame
      title={TEAM_TITLES['forgot-password']}
      intro={
        hasPasswords && 'Enter the email address of your account. We will email you a link to choose a new password.'
      }
    >
      {hasPasswords ? <ForgotPasswordForm /> : <NoPasswords />}
      <p className="mt-4 text-sm">
        <Link
          to={paths.login}
          className="inline-flex min-h-9 items-center font-semibold text-accent underline underline-offset-2"
        >
          Back to Login
        </Link>
      </p>
    </AccountFrame>
  )
}

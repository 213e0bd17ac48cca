import { Link } from '@tanstack/react-router'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { ForgotPasswordForm } from '#web/features/members/profile/forgot-password-form.tsx'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame, NoPasswords } from './account-frame.tsx'

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

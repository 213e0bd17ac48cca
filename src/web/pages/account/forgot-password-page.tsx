import { Link } from '@tanstack/react-router'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { ForgotPasswordForm } from '#web/features/members/profile/forgot-password-form.tsx'
import { paths } from '#web/paths.ts'
import { AccountFrame } from './account-frame.tsx'

/** For members who can no longer sign in: asks for an email with a link that sets a new password. */
export function ForgotPasswordPage() {
  return (
    <AccountFrame
      title={TEAM_TITLES['forgot-password']}
      intro="Enter the email address of your account. We will email you a link to choose a new password."
    >
      <ForgotPasswordForm />
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

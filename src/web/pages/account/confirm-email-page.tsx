import { getRouteApi } from '@tanstack/react-router'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { ConfirmEmail } from '#web/features/members/profile/confirm-email.tsx'
import { paths } from '#web/paths.ts'
import { AccountFrame } from './account-frame.tsx'

const route = getRouteApi(paths.confirmEmail)

/** The page of the confirmation email's link. */
export function ConfirmEmailPage() {
  const { token } = route.useSearch()
  return (
    <AccountFrame title={TEAM_TITLES['confirm-email']}>
      {token ? (
        <ConfirmEmail token={token} />
      ) : (
        <p>This link is incomplete. Open the full link from the email, or request a new one in your profile.</p>
      )}
    </AccountFrame>
  )
}

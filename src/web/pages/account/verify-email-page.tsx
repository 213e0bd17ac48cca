import { getRouteApi } from '@tanstack/react-router'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { VerifyEmail } from '#web/features/messages/verify-email.tsx'
import { paths } from '#web/paths.ts'
import { AccountFrame } from './account-frame.tsx'

const route = getRouteApi(paths.verifyEmail)

/** Where the mail of a buyer's first order leads, which asks them to confirm the address. */
export function VerifyEmailPage() {
  const { token } = route.useParams()
  return (
    <AccountFrame title={TEAM_TITLES['confirm-email']}>
      <VerifyEmail token={token} />
    </AccountFrame>
  )
}

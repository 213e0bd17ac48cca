import { getRouteApi } from '@tanstack/react-router'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { VerifyEmail } from '#web/features/messages/verify-email.tsx'
import { paths } from '#web/paths.ts'
import { AccountFrame } from './account-frame.tsx'

const route = getRouteApi(paths.verifyEmail)

/** The page of the email that asks the buyer of a first order to confirm the address. */
export function VerifyEmailPage() {
  const { token } = route.useParams()
  return (
    <AccountFrame title={TEAM_TITLES['confirm-email']}>
      <VerifyEmail token={token} />
    </AccountFrame>
  )
}

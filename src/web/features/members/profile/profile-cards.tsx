import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { EmailCard, PhoneCard } from './contact-cards.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileInformation } from './profile-information.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Everything members do with their own account. @param props.keys the card of their API keys */
export function ProfileCards({ user, keys }: { user: CurrentUser; keys: ReactNode }) {
  const { hasPasswords } = useSignInWays()
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <ProfileInformation user={user} />
        <EmailCard user={user} />
        <PhoneCard user={user} />
      </div>
      <div className="grid gap-4">
        {hasPasswords && <PasswordCard user={user} />}
        {hasPasswords && <SecondFactorCard user={user} />}
        <PasskeysCard />
        <SessionsCard />
        {keys}
      </div>
    </div>
  )
}

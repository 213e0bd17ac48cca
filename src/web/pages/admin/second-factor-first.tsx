import type { CurrentUser } from '#contract/auth.ts'
import { SecondFactorCard } from '#web/features/profile/second-factor-card.tsx'
import { currentUserQuery } from '#web/features/session/current-user.ts'
import { queryClient } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { AccountFrame } from '../account/account-frame.tsx'

/** What an administrator sees of whom the store demands a second factor, until they have one. */
export function SecondFactorFirst({ user, title }: { user: CurrentUser; title: string }) {
  const handleGoOn = () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  return (
    <AccountFrame title={title} intro="Administrators of this store sign in with a code as well.">
      <div className="grid gap-4">
        <SecondFactorCard user={user} />
        {user.hasSecondFactor && (
          <div>
            <Button look="primary" onClick={handleGoOn}>
              Go to the dashboard
            </Button>
          </div>
        )}
      </div>
    </AccountFrame>
  )
}

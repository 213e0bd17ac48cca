import { ProfileCards } from '#web/features/profile/profile-cards.tsx'
import { useCurrentUser } from '#web/features/session/use-current-user.ts'

/** The own account, as everybody who is signed in has it. */
export function ProfileTab() {
  const user = useCurrentUser()
  return user && <ProfileCards user={user} />
}

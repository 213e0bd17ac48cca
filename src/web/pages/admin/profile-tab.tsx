import { ProfileCards } from '#web/features/members/profile/profile-cards.tsx'
import { useCurrentUser } from '#web/features/members/use-current-user.ts'
import { OwnKeysPart } from '../account/own-keys-part.tsx'

/** The member's own account. */
export default function ProfileTab() {
  const user = useCurrentUser()
  return user && <ProfileCards user={user} keys={<OwnKeysPart />} />
}

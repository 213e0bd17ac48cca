import { ProfileCards } from '#web/features/members/profile/profile-cards.tsx'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { OwnKeysPart } from '../account/dashboard-frame.tsx'

/** The member's own account. */
export default function ProfileTab() {
  const user = useCurrentUser()
  return user && <ProfileCards user={user} keys={<OwnKeysPart />} />
}

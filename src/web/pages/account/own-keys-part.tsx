import { LatePart } from '#web/ui/late-part.tsx'
import { partMissing } from '../store/late-parts.tsx'

const loadKeys = () => import('#web/features/keys/own-keys.tsx')

/** The member's API keys among the cards of their account. Few members have any, so its code is loaded late. */
export function OwnKeysPart() {
  return <LatePart load={loadKeys} props={{}} failed={partMissing('Your API keys')} />
}

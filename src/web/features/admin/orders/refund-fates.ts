/** What happens to refunded packages: whether they go on sale again, and their delivery links. */
import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'

type Line = AdminOrder['lines'][number]
type Delivered = Pick<Line, 'delivery'>

/** Whether its leads were delivered: they are never sold again, so the package cannot be returned. */
export const areLeadsDelivered = ({ delivery }: Delivered): boolean =>
  delivery?.kind === 'leads' && delivery.isHandedOver

/** Whether a refund can return the package. A counted one is just a unit, even if it was delivered by hand. */
export const canComeBack = (line: Delivered & Pick<Line, 'isReturned'>): boolean =>
  !line.isReturned && !areLeadsDelivered(line)

/** A line that a refund touches. */
export interface TouchedLine extends Delivered {
  /** The package is returned. */
  isReturned: boolean
  /** Nothing is left of its money after that. */
  isWhole: boolean
}

/** Whether its delivery ends: not if the buyer has downloaded it, or was told how it was done. */
const ends = ({ delivery, isReturned, isWhole }: TouchedLine): boolean =>
  (isReturned || isWhole) && delivery !== null && delivery.state !== 'delivered' && delivery.state !== 'cancelled'

const isHandedOver = ({ delivery }: TouchedLine): boolean => delivery?.isHandedOver ?? false

const packagesWords = (lines: readonly unknown[]): string => formatPlural(lines.length, 'package')

/** One sentence for each outcome; `lines` are those that the refund touches. */
export function fateWords(lines: readonly TouchedLine[]): string[] {
  const leads = lines.filter((line) => areLeadsDelivered(line) && line.delivery?.state !== 'cancelled')
  const others = lines.filter((line) => !areLeadsDelivered(line))
  const returned = others.filter((line) => line.isReturned)
  const open = others.filter((line) => !line.isReturned && ends(line) && !isHandedOver(line))
  const links = others.filter((line) => ends(line) && isHandedOver(line))
  const isKept = open.length + links.length === 0 && !lines.some(({ delivery }) => delivery?.state === 'cancelled')
  return [
    returned.length > 0
      ? `${packagesWords(returned)} ${returned.length === 1 ? 'goes' : 'go'} back on sale.`
      : `No package goes back on sale${isKept && leads.length === 0 ? '; the buyer keeps what was bought' : ''}.`,
    ...byHandWords(returned.filter(isHandedOver).length, returned.length),
    ...leadWords(leads),
    open.length > 0 && `${packagesWords(open)} will no longer be delivered.`,
    links.length > 0 && `The delivery link of ${packagesWords(links)} stops working.`,
  ].filter((sentence) => sentence !== false)
}

/** For packages that are returned although they were delivered: their stock is a count, and it goes up. */
function byHandWords(count: number, returned: number): string[] {
  if (count === 0) return []
  if (returned === 1) return ['It was already delivered by hand, but one more goes on sale anyway.']
  const was = count === 1 ? 'was' : 'were'
  return [`${formatCount(count)} of them ${was} already delivered by hand, but as many go on sale anyway.`]
}

const LINK_FATES = {
  over: 'ends',
  downloaded: 'keeps working, because the buyer has downloaded them',
  open: 'keeps working',
} as const

/** For packages whose leads were delivered. */
function leadWords(lines: readonly TouchedLine[]): string[] {
  const fateOf = (line: TouchedLine) =>
    ends(line) ? 'over' : line.delivery?.state === 'delivered' ? 'downloaded' : 'open'
  return (['over', 'downloaded', 'open'] as const).flatMap((fate) => {
    const its = lines.filter((line) => fateOf(line) === fate)
    if (its.length === 0) return []
    const words = `The leads of ${packagesWords(its)} were delivered: they are not sold again`
    return [`${words}, and their delivery link ${LINK_FATES[fate]}.`]
  })
}

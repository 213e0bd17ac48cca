import { Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { packageName, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { leadsWords, offerEffects } from '#web/lib/line-offers.ts'
import { priceAfterOffers } from '#web/lib/line-sums.ts'
import { usePromises } from '#web/lib/promises.ts'
import { Button } from '#web/ui/button.tsx'
import { NameValues } from '#web/ui/name-values.tsx'
import { PriceCut } from '#web/ui/price-cut.tsx'
import { usePriceChanges } from './agreed-prices.ts'
import { HoldCountdown } from './hold-countdown.tsx'

/** The bar at the side of the highlighted description. */
const TIER_BARS: Readonly<Record<Tier, string>> = {
  vip: 'border-vip',
  premier: 'border-premier',
  premium: 'border-premium',
  standard: 'border-standard',
}

interface CartLineCardProps {
  line: CartLine
  isRemoving: boolean
  onRemove: () => void
}

export function CartLineCard({ line, isRemoving, onRemove }: CartLineCardProps) {
  const facts = TIER_FACTS[line.tier]
  const { saleCaps } = usePromises()
  const [change] = usePriceChanges(useMemo(() => [line], [line]))
  return (
    <li className="arrive rounded-md border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{packageName(line)}</h3>
        <PriceCut
          was={formatDollars(change?.was ?? line.price)}
          now={formatDollars(priceAfterOffers(line))}
          look="display text-xl"
        />
      </div>
      <p className="mt-0.5 text-sm text-muted">
        {leadsWords(line)} · {line.leadTypeName}
      </p>
      <p className="text-sm text-muted">
        {line.state}, {line.county} · {DELIVERY_METHOD_NAMES[line.deliveryMethod]}
      </p>
      <p className={`mt-3 border-l-2 pl-3 text-sm ${TIER_BARS[line.tier]}`}>
        <span className="font-semibold">{facts.name} Package</span>: {facts.exclusivity}. Leads {facts.age} old. Buyers
        per lead: {saleCaps[line.tier]} at most. Delivered within {DELIVERY_HOURS.promised} hours.
      </p>
      <NameValues label="Offers" rows={offerEffects(line.offers)} className="mt-3" />
      <div className="mt-3 flex items-center justify-between gap-3">
        <HoldCountdown endsAtMs={Date.parse(line.expiresAt)} lead="Reserved for" size={18} />
        <Button
          look="danger"
          size="small"
          className="-mr-2"
          onClick={onRemove}
          disabled={isRemoving}
          aria-label={`Remove ${packageName(line)}, ${line.county}`}
        >
          <Trash2 size={15} aria-hidden="true" />
          {isRemoving ? 'Removing…' : 'Remove'}
        </Button>
      </div>
    </li>
  )
}

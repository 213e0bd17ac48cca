import { Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { TIER_FACTS, type Tier } from '#contract/catalogue.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
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
  const [change] = usePriceChanges(useMemo(() => [line], [line]))
  return (
    <li className="arrive rounded-md border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{facts.name} Package</h3>
        <p className="figures whitespace-nowrap">
          {change && (
            <s className="mr-2 text-sm text-muted">
              <span className="sr-only">was </span>
              {formatDollars(change.was)}
            </s>
          )}
          <span className="display text-xl">{formatDollars(line.price)}</span>
        </p>
      </div>
      <p className="mt-0.5 text-sm text-muted">
        {line.size} leads · {line.leadTypeName}
      </p>
      <p className="text-sm text-muted">
        {line.state}, {line.county} · {DELIVERY_METHOD_NAMES[line.deliveryMethod]}
      </p>
      <p className={`mt-3 border-l-2 pl-3 text-sm ${TIER_BARS[line.tier]}`}>
        {facts.exclusivity}. Leads {facts.age} old.
      </p>
      <div className="mt-3 flex items-center justify-between gap-3">
        <HoldCountdown endsAtMs={Date.parse(line.expiresAt)} lead="Held for" size={18} />
        <Button
          look="danger"
          size="small"
          className="-mr-2"
          onClick={onRemove}
          disabled={isRemoving}
          aria-label={`Remove ${facts.name} Package, ${line.size} leads, ${line.county}`}
        >
          <Trash2 size={15} aria-hidden="true" />
          {isRemoving ? 'Removing…' : 'Remove'}
        </Button>
      </div>
    </li>
  )
}

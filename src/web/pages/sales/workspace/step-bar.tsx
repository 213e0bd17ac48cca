import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldCountdown } from '#web/features/orders/cart/hold-countdown.tsx'
import { firstEndOf } from '#web/features/orders/cart/hold-time.ts'
import { formatPlural, formatPrice } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { SALE_STEPS, type SaleStep, searchOfStep } from '../sales-navigation.ts'

const route = getRouteApi(paths.sales)

/** The steps of the sale, and on a wide screen the sale itself: for whom, how much, and how long it is reserved. */
export function StepBar({ step, caller }: { step: SaleStep; caller: string }) {
  const search = route.useSearch()
  return (
    <div className="z-20 flex items-center gap-x-4 bg-paper lg:sticky lg:top-0 lg:min-h-11 lg:border-b lg:border-line">
      <nav aria-label="Steps of the sale" className="max-lg:grow">
        <ol className="grid grid-cols-5 overflow-clip max-lg:rounded-md max-lg:border max-lg:border-control lg:flex lg:items-center lg:gap-1">
          {SALE_STEPS.map(({ tab, label, key }, index) => (
            <li key={tab} className="flex items-center border-control max-lg:not-first:border-l lg:gap-1">
              {index > 0 && <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-muted max-lg:hidden" />}
              <Link
                to={paths.sales}
                search={searchOfStep(search, tab)}
                resetScroll={false}
                // Market's address is part of every other one.
                activeOptions={{ exact: true }}
                aria-current={tab === step ? 'page' : undefined}
                className={classes(
                  'flex min-h-11 grow items-center justify-center gap-1.5 text-xs lg:min-h-8 lg:rounded-md lg:px-2 lg:text-sm',
                  tab === step
                    ? 'bg-accent-quiet font-semibold text-ink'
                    : 'text-muted hover:text-ink max-lg:bg-surface',
                )}
              >
                {label}
                <span
                  aria-hidden="true"
                  className="rounded border border-line px-1 font-sans text-xs/4 font-normal text-muted max-lg:hidden pointer-coarse:hidden"
                >
                  {key}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <TheSale caller={caller} />
    </div>
  )
}

/** "Garland Desmond · 2 packages · $578 · 29:10". On a narrow screen the bottom bar says it. */
function TheSale({ caller }: { caller: string }) {
  const { lines, total } = useCart()
  const endsAtMs = firstEndOf(lines)
  return (
    <p className="figures ml-auto flex min-w-0 items-center gap-x-3 whitespace-nowrap max-lg:hidden">
      {caller && (
        <span className="truncate text-muted" dir="auto">
          {caller}
        </span>
      )}
      {endsAtMs !== null && (
        <>
          <span className="font-semibold">
            {formatPlural(lines.length, 'package')} · {formatPrice(total)}
          </span>
          <HoldCountdown endsAtMs={endsAtMs} size={16} />
        </>
      )}
    </p>
  )
}

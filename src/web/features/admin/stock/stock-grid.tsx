import { History } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { priceName } from '#contract/admin/pricing.ts'
import type { BackedPool } from '#contract/admin/stock-lists.ts'
import {
  COUNTED_MAX,
  LEAD_TYPE_NAMES,
  type LeadType,
  type Package,
  SIZE_NAMES,
  SIZES,
  TIER_FACTS,
  TIERS,
} from '#contract/catalogue/catalogue.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { formatPrice } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { keyedPackage } from './package-story.tsx'
import { useSetStock } from './stock-data.ts'
import { countError, poolOf, stockTone, stockWord } from './stock-rules.ts'

/** Of the cell of a package, for a link or a list that leads there. */
export const stockCellId = (packageId: string): string => `stock-${packageId}`

interface StockGridProps {
  leadType: LeadType
  packages: readonly Package[]
  pools: readonly BackedPool[]
  onStory: (one: Package) => void
}

/** The stock of a lead type, tiers down and sizes across. A count is changed in its cell: Enter saves, arrows move on. */
export function StockGrid({ leadType, packages, pools, onStory }: StockGridProps) {
  const its = packages.filter((one) => one.leadType === leadType)
  return (
    <table className="w-full table-fixed border-collapse text-sm" onKeyDown={moveBetweenCells}>
      <caption className="display pb-1 text-left text-lg">{LEAD_TYPE_NAMES[leadType]}</caption>
      <thead>
        <tr className="border-y border-line text-xs text-muted">
          <th scope="col" className="w-20 py-1 text-left font-normal max-sm:w-16">
            Tier
          </th>
          {SIZES.map((size) => (
            <th key={size} scope="col" className="px-1 py-1 text-left font-normal">
              {size}
              <span className="max-sm:sr-only"> leads</span>
              <span className="sr-only">, {SIZE_NAMES[size]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {TIERS.map((tier) => (
          <tr key={tier} className="border-b border-line">
            <th scope="row" className="pt-2 text-left align-top font-semibold">
              {TIER_FACTS[tier].name}
              {poolOf({ leadType, tier }, pools) && (
                <span className="block text-xs font-normal text-muted">from leads</span>
              )}
            </th>
            {SIZES.map((size) => {
              const one = its.find((other) => other.tier === tier && other.size === size)
              return (
                <td key={size} className="px-1 py-1.5 align-top">
                  {one && (
                    <StockCell one={one} isFromLeads={poolOf(one, pools) !== undefined} onStory={() => onStory(one)} />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const TONES = { done: 'text-accent', waiting: 'text-attention', over: 'text-danger' } as const

function StockCell({ one, isFromLeads, onStory }: { one: Package; isFromLeads: boolean; onStory: () => void }) {
  /** Null until it is typed into. */
  const [typed, setTyped] = useState<string | null>(null)
  const set = useSetStock()
  const name = priceName(keyedPackage(one))
  const count = one.available > COUNTED_MAX ? '' : String(Math.max(0, one.available))
  const error = typed === null || typed === '' ? undefined : countError(typed)
  const isUnsaved = typed !== null && typed !== count
  const type = (text: string | null) => {
    setTyped(text)
    // A refusal was of the count before.
    set.reset()
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && isUnsaved) type(null)
    else if (event.key !== 'Enter') return
    else if (isUnsaved && typed !== '' && !error && !set.isPending)
      set.mutate({ id: one.id, available: Number(typed), expected: one.available }, { onSuccess: () => setTyped(null) })
    event.preventDefault()
  }
  return (
    <div className="grid gap-0.5">
      {isFromLeads ? (
        <SectionLink
          section="leads"
          search={{ state: one.state, county: one.county, type: one.leadType, tier: one.tier }}
          id={stockCellId(one.id)}
          className="flex min-h-11 flex-wrap items-center gap-x-2 px-2 font-semibold text-accent hover:underline compact:min-h-8"
        >
          <span className="sr-only">{name}: </span>
          <span className="figures">{stockWord(one.available)}</span>
          <span className="sr-only"> From leads</span>
        </SectionLink>
      ) : (
        <input
          id={stockCellId(one.id)}
          aria-label={`${name}, in stock`}
          aria-invalid={error ? true : undefined}
          aria-describedby={isUnsaved ? `${stockCellId(one.id)}-note` : undefined}
          title={`ID: ${one.id}`}
          inputMode="numeric"
          autoComplete="off"
          placeholder="∞"
          value={typed ?? count}
          onFocus={(event) => event.target.select()}
          onChange={(event) => type(event.target.value)}
          onKeyDown={handleKeyDown}
          className={classes(
            'figures min-h-11 w-full min-w-0 rounded-md border bg-surface px-2 font-semibold compact:min-h-8',
            error ? 'border-danger' : isUnsaved ? 'border-attention' : 'border-control',
            TONES[stockTone(one.available)],
          )}
        />
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-1 text-xs text-muted">
        <span className="figures truncate">{formatPrice(one.price)}</span>
        <button
          type="button"
          aria-label={`History and holds of ${name}`}
          title="History and holds"
          onClick={onStory}
          className="-my-1 grid size-6 shrink-0 place-items-center rounded-md hover:bg-accent-quiet hover:text-ink"
        >
          <History size={14} aria-hidden="true" />
        </button>
      </p>
      {(isUnsaved || set.error) && (
        <p
          id={`${stockCellId(one.id)}-note`}
          role="status"
          className={classes('text-xs', error || set.error ? 'text-danger' : 'text-attention')}
        >
          {error ??
            (set.error?.code === 'availability_changed'
              ? `Now ${stockWord(one.available)}. Enter again to set yours.`
              : (set.error?.sentence ?? `was ${stockWord(one.available)}, Enter saves`))}
        </p>
      )}
    </div>
  )
}

/** Up and down move between tiers, left and right between sizes while the whole number is selected. */
function moveBetweenCells(event: KeyboardEvent<HTMLTableElement>): void {
  const field = event.target
  if (!(field instanceof HTMLInputElement) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
  const cell = field.closest('td')
  if (!step || !cell || (step[0] === 0 && !isWhole)) return
  const row = cell.closest('tr')
  const next = step[0] === 1 ? row?.nextElementSibling : step[0] === -1 ? row?.previousElementSibling : row
  const found = next?.children[cell.cellIndex + (step[1] ?? 0)]?.querySelector('input')
  event.preventDefault()
  found?.focus()
}

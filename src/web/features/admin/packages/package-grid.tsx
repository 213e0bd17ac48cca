import { type KeyboardEvent, type ReactNode, useState } from 'react'
import * as contract from '#contract/catalogue/catalogue.ts'
import { classes } from '#web/ui/classes.ts'

interface PackageGridProps {
  leadType: contract.LeadType
  /** Below the name of a tier. */
  tierNote?: (tier: contract.Tier) => ReactNode
  cell: (tier: contract.Tier, size: contract.Size) => ReactNode
}

/** The packages of a lead type, tiers down and sizes across, with something to change in each cell. */
export const PackageGrid = ({ leadType, tierNote, cell }: PackageGridProps) => (
  <table className="w-full table-fixed border-collapse text-sm" onKeyDown={moveBetweenCells}>
    <caption className="display pb-1 text-left text-lg">{contract.LEAD_TYPE_NAMES[leadType]}</caption>
    <thead>
      <tr className="border-y border-line text-xs text-muted">
        <th scope="col" className="w-20 py-1 text-left font-normal max-sm:w-16">
          Tier
        </th>
        {contract.SIZES.map((size) => (
          <th key={size} scope="col" className="px-1 py-1 text-left font-normal">
            {size}
            <span className="max-sm:sr-only"> leads</span>
            <span className="sr-only">, {contract.SIZE_NAMES[size]}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {contract.TIERS.map((tier) => (
        <tr key={tier} className="border-b border-line">
          <th scope="row" className="pt-4.5 text-left align-top font-semibold compact:pt-3">
            {contract.TIER_FACTS[tier].name}
            {tierNote?.(tier)}
          </th>
          {contract.SIZES.map((size) => (
            <td key={size} className="px-1 py-1.5 align-top">
              {cell(tier, size)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

interface EditCellProps {
  id: string
  label: string
  title?: string
  inputMode: 'numeric' | 'decimal'
  /** As it is saved. */
  value: string
  /** What an empty value stands for. */
  placeholder?: string | undefined
  /** It may be emptied, so that the placeholder counts. */
  mayBeEmpty?: boolean
  tone?: string | undefined
  errorOf: (text: string) => string | undefined
  /** What counts now, in a word, and what the typed text makes of it. */
  now: string
  difference?: (text: string) => string
  change: { isPending: boolean; error: { code: string; sentence: string } | null; reset: () => void }
  /** The refusal after which the cell has another value by now. */
  outdated: 'availability_changed' | 'price_changed'
  onSave: (text: string, onSuccess: () => void) => void
  /** Below the field. */
  children?: ReactNode
}

/** A value that is changed in its cell: Enter saves, Escape takes the typing back, arrows move on. */
export function EditCell(props: EditCellProps) {
  const { id, label, title, inputMode, value, placeholder, mayBeEmpty, tone, errorOf, now, difference } = props
  const { change, outdated, onSave, children } = props
  /** Null until it is typed into. */
  const [typed, setTyped] = useState<string | null>(null)
  const error = typed === null || typed === '' ? undefined : errorOf(typed)
  const isUnsaved = typed !== null && typed !== value
  const canSave = isUnsaved && !error && (typed !== '' || mayBeEmpty) && !change.isPending
  const type = (text: string | null) => {
    setTyped(text)
    // A refusal was of the value before.
    change.reset()
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && isUnsaved) type(null)
    else if (event.key !== 'Enter') return
    else if (canSave) onSave(typed.trim(), () => setTyped(null))
    event.preventDefault()
  }
  const refusal =
    change.error && (change.error.code === outdated ? `Now ${now}. Enter again to set yours.` : change.error.sentence)
  return (
    <div className="grid gap-0.5">
      <input
        id={id}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={isUnsaved ? `${id}-note` : undefined}
        title={title}
        inputMode={inputMode}
        autoComplete="off"
        placeholder={placeholder}
        value={typed ?? value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKeyDown}
        className={classes(
          'figures min-h-11 w-full min-w-0 rounded-md border bg-surface px-2 font-semibold placeholder:font-normal placeholder:text-muted max-sm:px-1 max-sm:text-xs max-sm:tracking-tight compact:min-h-8',
          error ? 'border-danger' : isUnsaved ? 'border-attention' : 'border-control',
          tone,
        )}
      />
      {children}
      {(isUnsaved || refusal) && (
        <p
          id={`${id}-note`}
          role="status"
          className={classes('text-xs', error || refusal ? 'text-danger' : 'text-attention')}
        >
          {error ?? refusal ?? `was ${now}${difference?.(typed ?? '') ?? ''}${canSave ? ', Enter saves' : ''}`}
        </p>
      )}
    </div>
  )
}

/** Up and down move between tiers, left and right between sizes while the whole value is selected. */
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

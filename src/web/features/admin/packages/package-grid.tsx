import { type KeyboardEvent, type ReactNode, useState } from 'react'
import * as contract from '#contract/catalogue/catalogue.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { Choice } from '#web/ui/choice.tsx'
import { classes } from '#web/ui/classes.ts'

interface PackageGridsProps {
  /** Of the chosen package, if any. A phone shows one lead type at a time. */
  chosen: contract.LeadType | ''
  /** Below the name of a tier. */
  tierNote?: (leadType: contract.LeadType, tier: contract.Tier) => ReactNode
  cell: (leadType: contract.LeadType, tier: contract.Tier, size: contract.Size) => ReactNode
  /** The form of one package: after the grids, or beside the last of them. */
  children: ReactNode
}

const LEAD_TYPES = choicesOf(contract.LEAD_TYPE_NAMES)

/**
 * All 48 packages: a grid per lead type, two side by side where $9,999.99 fits each cell, and the form as the fourth. On a
 * phone, the name of a tier stands above its four cells, which have its width. A tier without cells is left out.
 */
export function PackageGrids({ chosen, tierNote, cell, children }: PackageGridsProps) {
  const [shown, setShown] = useState({ chosen, leadType: chosen || contract.LEAD_TYPES[0] })
  if (chosen && chosen !== shown.chosen) setShown({ chosen, leadType: chosen })
  return (
    <div className="@container">
      <div className="mb-3 grid text-center leading-tight sm:hidden [&_fieldset]:flex-nowrap [&_label]:flex-1 [&_label]:justify-center [&_label]:px-1.5">
        <Choice
          legend="Lead type"
          options={LEAD_TYPES}
          value={shown.leadType}
          onChange={(leadType) => setShown({ chosen, leadType })}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 @4xl:grid-cols-2">
        {contract.LEAD_TYPES.map((leadType) => (
          <table
            key={leadType}
            className={classes(
              'w-full table-fixed border-collapse self-start text-sm max-sm:block',
              leadType !== shown.leadType && 'max-sm:hidden',
            )}
            onKeyDown={moveBetweenCells}
          >
            <caption className="pb-1 text-left font-semibold max-sm:sr-only">
              {contract.LEAD_TYPE_NAMES[leadType]}
            </caption>
            <thead className="max-sm:block">
              <tr className="border-y border-line text-xs text-muted max-sm:grid max-sm:grid-cols-4">
                <th scope="col" className="w-20 py-1 text-left font-normal max-sm:sr-only">
                  Tier
                </th>
                {contract.SIZES.map((size) => (
                  <th key={size} scope="col" className="py-1 pr-2.75 text-right font-normal">
                    {size}
                    <span className="sr-only"> leads, {contract.SIZE_NAMES[size]}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {contract.TIERS.map((tier) => (
                <tr key={tier} className="border-b border-line max-sm:grid max-sm:grid-cols-4 not-has-[td>*]:hidden!">
                  <th
                    scope="row"
                    className="pt-4 text-left align-top font-semibold max-sm:col-span-4 max-sm:pt-2 max-sm:*:ml-2 max-sm:*:inline compact:pt-2.5"
                  >
                    {contract.TIER_FACTS[tier].name}
                    {tierNote?.(leadType, tier)}
                  </th>
                  {contract.SIZES.map((size) => (
                    <td key={size} className="px-0.5 py-1 text-right align-top">
                      {cell(leadType, tier, size)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
        {children}
      </div>
    </div>
  )
}

interface EditCellProps {
  id: string
  label: string
  title?: string
  /** `decimal`: dollars. */
  inputMode: 'numeric' | 'decimal'
  /** As it is saved. */
  value: string
  /** What an empty value stands for. */
  placeholder?: string | undefined
  /** It may be emptied, so that the placeholder counts. */
  mayBeEmpty?: boolean
  /** By default, the look of a price. */
  look?: string
  errorOf: (text: string) => string | undefined
  /** What counts now, in a word, and what the typed text makes of it. */
  now: string
  difference?: (text: string) => string
  change: { isPending: boolean; error: { code: string; sentence: string } | null; reset: () => void }
  /** The refusal after which the cell has another value by now. */
  outdated: 'availability_changed' | 'price_changed'
  onSave: (text: string, onSuccess: () => void) => void
  onFocus: () => void
  /** Below the field. */
  children?: ReactNode
}

/** A value that is changed in its cell: Enter saves, Escape takes the typing back, arrows move on. */
export function EditCell(props: EditCellProps) {
  const { id, label, title, inputMode, value, placeholder, mayBeEmpty, errorOf, now, difference } = props
  const { look = 'font-semibold', change, outdated, onSave, onFocus, children } = props
  /** Null until it is typed into. */
  const [typed, setTyped] = useState<string | null>(null)
  /** A phone has no room for six characters with their unit, nor for seven of this size. */
  const { length } = typed ?? (value || placeholder || '')
  const error = typed === null || typed === '' ? undefined : errorOf(typed)
  const isUnsaved = typed !== null && typed !== plain(value)
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
    <div className="group relative">
      {inputMode === 'decimal' && (
        <span
          aria-hidden="true"
          className={classes(
            'pointer-events-none absolute left-2 flex h-11 items-center text-xs text-muted compact:h-8',
            length > 5 && 'max-sm:hidden',
          )}
        >
          $
        </span>
      )}
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
        onFocus={(event) => {
          event.target.select()
          onFocus()
        }}
        onChange={(event) => type(plain(event.target.value))}
        onKeyDown={handleKeyDown}
        className={classes(
          'figures min-h-11 w-full min-w-0 rounded-md border bg-surface px-2 text-right placeholder:font-normal placeholder:text-muted compact:min-h-8',
          error ? 'border-danger' : isUnsaved ? 'border-attention' : 'border-control',
          length > 6 && 'max-sm:px-1 max-sm:text-xs',
          look,
        )}
      />
      {children}
      {(isUnsaved || refusal) && (
        // Over the row below, so that nothing moves while a value is typed.
        <p
          id={`${id}-note`}
          role="status"
          className={classes(
            'absolute top-full left-0 z-10 mt-0.5 w-max max-w-48 rounded-md border border-line bg-surface px-2 py-1 text-left text-xs shadow-float not-group-focus-within:sr-only in-[td:nth-child(n+4)]:right-0 in-[td:nth-child(n+4)]:left-auto',
            error || refusal ? 'text-danger' : 'text-attention',
          )}
        >
          {error ?? refusal ?? `was ${now}${difference?.(typed ?? '') ?? ''}${canSave ? ', Enter saves' : ''}`}
        </p>
      )}
    </div>
  )
}

/** Without the commas that are shown, or typed. */
const plain = (text: string) => text.replaceAll(',', '')

/** Up and down move between tiers, left and right between sizes while the whole value is selected. */
function moveBetweenCells(event: KeyboardEvent<HTMLTableElement>): void {
  const field = event.target
  if (!(field instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const isWhole =
    !(field instanceof HTMLInputElement) || (field.selectionStart === 0 && field.selectionEnd === field.value.length)
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
  const cell = field.closest('td')
  if (!step || !cell || (step[0] === 0 && !isWhole)) return
  const row = cell.closest('tr')
  const next = step[0] === 1 ? row?.nextElementSibling : step[0] === -1 ? row?.previousElementSibling : row
  const found = next?.children[cell.cellIndex + (step[1] ?? 0)]?.querySelector<HTMLElement>('input, button')
  event.preventDefault()
  found?.focus()
}

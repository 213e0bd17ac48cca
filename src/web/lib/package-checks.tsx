import { X } from 'lucide-react'
import { useRef } from 'react'
import * as contract from '#contract/catalogue/catalogue.ts'
import { CheckGroup } from '#web/ui/choice.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { choicesOf } from './choices.ts'

/** None of a kind means all of it. */
export type PackageParts = { leadTypes: contract.LeadType[]; tiers: contract.Tier[]; sizes: contract.Size[] }

type PackageChecksProps = { chosen: PackageParts; onChange: (part: Partial<PackageParts>) => void }

const PARTS = {
  leadTypes: ['Lead types', choicesOf(contract.LEAD_TYPE_NAMES)],
  tiers: ['Tiers', contract.TIERS.map((value) => ({ value, label: contract.TIER_FACTS[value].name }))],
  sizes: ['Package sizes', contract.SIZES.map((value) => ({ value, label: `${value} leads` }))],
} as const

/** Selects any or all of the lead types, tiers and sizes, for a form about many packages. */
export const PackageChecks = ({ chosen, onChange }: PackageChecksProps) => (
  <>
    {(['leadTypes', 'tiers', 'sizes'] as const).map((part) => (
      <CheckGroup<string | number>
        key={part}
        isNoneAll
        legend={PARTS[part][0]}
        options={PARTS[part][1]}
        chosen={chosen[part]}
        onChange={(some) => onChange({ [part]: some })}
      />
    ))}
  </>
)

interface PlaceChoiceProps {
  label: string
  placeholder: string
  options: readonly string[]
  chosen: readonly string[]
  /** Of an entry that chooses all of them. */
  all?: string
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

/** Adds places from a list, where typing finds them; pressing one that was chosen takes it out. */
export function PlaceChoice({ label, placeholder, options, chosen, all, error, onChange }: PlaceChoiceProps) {
  const select = useRef<HTMLSelectElement>(null)
  const left = options.filter((one) => !chosen.includes(one))
  const handleRemove = (place: string) => {
    onChange(chosen.filter((one) => one !== place))
    // The pressed button disappears with its place.
    select.current?.focus({ preventScroll: true })
  }
  return (
    <div>
      <SelectField
        ref={select}
        label={label}
        placeholder={placeholder}
        options={all && left.length > 1 ? [all, ...left] : left}
        value=""
        error={error}
        onChange={(one) => one && onChange(one === all ? [...chosen, ...left] : [...chosen, one].toSorted())}
      />
      <ul aria-label="Chosen places" className="mt-2 flex max-h-40 flex-wrap gap-2 overflow-y-auto empty:hidden">
        {chosen.map((place) => (
          <li key={place}>
            <button
              type="button"
              onClick={() => handleRemove(place)}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-md border border-accent bg-accent-quiet px-2.5 text-sm font-semibold compact:min-h-8"
            >
              {place}
              <X size={14} aria-hidden="true" />
              <span className="sr-only">: take out</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

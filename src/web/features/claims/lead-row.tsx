import type { ClaimableLead } from '#contract/claims/claims.ts'
import { LeadWords } from './lead-words.tsx'

interface LeadRowProps {
  lead: ClaimableLead
  isChosen: boolean
  /** No more leads can be chosen. */
  isFull: boolean
  onToggle: () => void
}

/** A lead that can be claimed, as an item of a list of choices. */
export function LeadRow({ lead: { address, owner, phones }, isChosen, isFull, onToggle }: LeadRowProps) {
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 p-3 text-sm has-checked:bg-accent-quiet has-disabled:cursor-not-allowed has-disabled:text-muted">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={isChosen}
          disabled={isFull && !isChosen}
          onChange={onToggle}
        />
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{address ?? 'A lead we no longer keep'}</span>
          <span className="block text-muted wrap-anywhere">
            <LeadWords owner={owner} phones={phones} />
          </span>
        </span>
      </label>
    </li>
  )
}

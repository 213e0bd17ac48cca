import { useState } from 'react'
import { type LeadType, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { usePromises } from '#web/lib/promises.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { NotLoaded } from '#web/ui/not-loaded.tsx'
import type { Market } from '../catalogue-data.ts'

const loadSampleDialog = () => import('./sample-dialog.tsx').then((file) => ({ default: file.SampleDialog }))

type Props = { id: string; tier: Tier; leadType: LeadType; market: Market; offers: string }
/** Beside a tier's cells: how old its leads are, and to how many they are sold; and a sample. */
export function TierPromise({ id, offers, ...sample }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { tier } = sample
  const close = () => setIsOpen(false)
  const cap = usePromises().saleCaps[tier]
  return (
    <div className="figures flex items-center justify-between gap-x-3 text-sm leading-5 text-muted max-lg:w-full lg:mt-1 lg:block">
      <span id={id}>
        {TIER_FACTS[tier].age} old, {cap === 1 ? 'yours alone for a year' : `up to ${cap} buyers each`}. {offers}
      </span>{' '}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="-my-3 min-h-11 shrink-0 text-left font-semibold text-accent underline underline-offset-2 hover:text-accent-strong"
      >
        <span aria-hidden="true" className="sm:hidden">
          Sample
        </span>
        <span className="max-sm:sr-only">
          See a sample <span className="sr-only">{TIER_FACTS[tier].name} </span>lead
        </span>
      </button>
      {isOpen && (
        <LatePart
          load={loadSampleDialog}
          props={{ ...sample, onClose: close }}
          failed={() => <NotLoaded what="The sample" onEnd={close} />}
        />
      )}
    </div>
  )
}

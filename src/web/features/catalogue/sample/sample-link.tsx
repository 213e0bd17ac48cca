import { useState } from 'react'
import { type LeadType, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { NotLoaded } from '#web/ui/not-loaded.tsx'

const loadSampleDialog = () => import('./sample-dialog.tsx').then((file) => ({ default: file.SampleDialog }))

/** Opens a sample lead of a tier, in the middle of a sentence. */
export function SampleLink({ tier, leadType }: { tier: Tier; leadType: LeadType }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="text-left font-semibold text-accent underline underline-offset-2 hover:text-accent-strong"
      >
        {/* One word on a phone, where the sentence before it fills the line. */}
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
          props={{ tier, leadType, onClose: close }}
          failed={() => <NotLoaded what="The sample" onEnd={close} />}
        />
      )}
    </>
  )
}

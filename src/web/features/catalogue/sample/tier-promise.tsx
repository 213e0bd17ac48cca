import { useState } from 'react'
import { type LeadType, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { useSoldTo } from '#web/features/catalogue/catalogue-data.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { NotLoaded } from '#web/ui/not-loaded.tsx'

const loadSampleDialog = () => import('./sample-dialog.tsx').then((file) => ({ default: file.SampleDialog }))

function SampleLink({ tier, leadType }: { tier: Tier; leadType: LeadType }) {
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

type Props = { tier: Tier; leadType: LeadType; isNamed: boolean; offers: readonly string[]; className?: string }
/** Beside a tier's heading: how old its leads are, and to how many they are sold; and a sample. */
export function TierPromise({ tier, leadType, isNamed, offers, className }: Props) {
  const soldTo = useSoldTo()
  return (
    <div className={`figures text-xs leading-4 text-muted sm:leading-5 lg:text-sm ${className}`}>
      {isNamed && <strong className="font-semibold text-ink">{TIER_FACTS[tier].name}: </strong>}
      {isNamed ? 'leads' : 'Leads'} {TIER_FACTS[tier].age} old, each {soldTo(tier)}.{' '}
      {offers.length > 0 && `Offers: ${new Intl.ListFormat('en-US').format(offers)}. `}
      <SampleLink tier={tier} leadType={leadType} />
    </div>
  )
}

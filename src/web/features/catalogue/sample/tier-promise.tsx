import { useState } from 'react'
import { type LeadType, TIER_FACTS, type Tier, USUAL_SALE_CAPS } from '#contract/catalogue/catalogue.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
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
        className="-my-1 min-h-6 text-left font-semibold text-accent underline underline-offset-2 hover:text-accent-strong"
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

type Props = { id: string; tier: Tier; leadType: LeadType; offers: string }
/** Beside a tier's cells: how old its leads are, and to how many they are sold; and a sample. */
export function TierPromise({ id, tier, leadType, offers }: Props) {
  const { data: config } = useStoreConfig()
  // If an older server does not send a cap, the default applies.
  const cap = (config?.saleCaps ?? USUAL_SALE_CAPS)[tier]
  return (
    <p className="figures text-[0.8125rem] leading-4 text-muted lg:mt-1.5 lg:text-xs lg:leading-4">
      <span id={id}>
        Leads {TIER_FACTS[tier].age} old, {cap === 1 ? 'yours alone for a year' : `up to ${cap} buyers each`}. {offers}
      </span>{' '}
      <SampleLink tier={tier} leadType={leadType} />
    </p>
  )
}

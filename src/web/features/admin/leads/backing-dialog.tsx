import { LEAD_REASON_LENGTH_MAX } from '#contract/admin/lead-screen.ts'
import { COUNTED_MAX, LEAD_TYPE_NAMES, sizeName, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { type BackingPreview, type BackingQuestion, useBackingPreview, useSwitchBacking } from './lead-data.ts'

const unitsInWords = (units: number): string => (units > COUNTED_MAX ? 'unlimited' : formatCount(units))

/** Previews a switch between counting and following leads, package by package. */
export function BackingDialog({ question, onClose }: { question: BackingQuestion; onClose: () => void }) {
  const { state, county, leadType, isBacked } = question
  const preview = useBackingPreview(question)
  const change = useSwitchBacking()
  return (
    <TextDialog
      title={isBacked ? 'Switch to stock from leads?' : 'Set stock by hand again?'}
      note="optional, for the audit log"
      complaint={null}
      lengthMax={LEAD_REASON_LENGTH_MAX}
      confirmLabel={isBacked ? 'Use leads' : 'Set by hand again'}
      pendingLabel="Switching…"
      isPending={change.isPending}
      isReady={preview.data !== undefined}
      error={change.error ?? preview.error}
      errorTitle={change.error ? 'Nothing was switched' : 'We couldn’t work out what would change'}
      onConfirm={(reason) => change.mutate({ ...question, ...(reason && { reason }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {LEAD_TYPE_NAMES[leadType]} in {county}, {state}, all four tiers.{' '}
        {isBacked
          ? 'Stock becomes what the imported leads can fill. We keep the numbers set by hand for later.'
          : 'Stock goes back to the numbers set by hand, and you deliver these packages by hand. The leads stay where they are.'}{' '}
        Packages held by carts, orders and links are not affected.
      </p>
      {preview.data ? (
        <Changes preview={preview.data} />
      ) : (
        preview.isPending && <Loading words="Working out what changes" height="h-24" />
      )}
    </TextDialog>
  )
}

function Changes({ preview: { isSo, packages } }: { preview: BackingPreview }) {
  const changed = packages.filter(({ before, after }) => before !== after)
  if (isSo) return <Notice>Already done: a colleague was faster.</Notice>
  if (changed.length === 0) return <Notice>No package’s number changes.</Notice>
  return (
    <div>
      <p className="font-semibold">{formatPlural(changed.length, 'package')} of 16 will show a new number:</p>
      <ul className="mt-1 grid max-h-56 gap-1 overflow-y-auto" aria-label="Old and new numbers">
        {changed.map(({ tier, size, before, after }) => (
          <li key={`${tier}-${size}`} className="flex flex-wrap justify-between gap-x-3">
            <span>
              {TIER_FACTS[tier].name}, {sizeName(size)}
            </span>
            <span className="figures">
              <span className="text-muted">{unitsInWords(before)}</span> <span aria-hidden="true">→</span>{' '}
              <span className="sr-only">to</span> <strong>{unitsInWords(after)}</strong>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

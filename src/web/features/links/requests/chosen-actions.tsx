import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { REQUEST_COLUMNS, requestRow } from '#contract/links/requests-csv.ts'
import { ChosenExport } from '#web/lib/chosen-export.tsx'
import { paymentLink } from '#web/lib/payment-links.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { isLive } from './request-story.ts'

interface ChosenActionsProps {
  requests: readonly PaymentRequest[]
  onDone: () => void
}

/** What to do with several requests at once: their working links as text, all of them as a file. */
export function ChosenActions({ requests, onDone }: ChosenActionsProps) {
  const nowMs = useServerSeconds() * 1000
  const live = requests.filter((request) => isLive(request, nowMs))
  const links = live.map(({ customerName, token }) => `${customerName}: ${paymentLink(token)}`).join('\n')
  return (
    <>
      {live.length > 0 && (
        <CopyButton size="small" text={links} label={live.length === 1 ? 'Copy link' : `Copy ${live.length} links`} />
      )}
      <ChosenExport
        name="payment-requests-chosen.csv"
        columns={REQUEST_COLUMNS}
        rows={requests}
        rowOf={requestRow}
        onDone={onDone}
      />
    </>
  )
}

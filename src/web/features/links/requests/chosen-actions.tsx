import { RotateCcw } from 'lucide-react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { REQUEST_COLUMNS, requestRow } from '#contract/links/requests-csv.ts'
import { ChosenExport } from '#web/lib/chosen-export.tsx'
import { formatPlural } from '#web/lib/format.ts'
import { paymentLink } from '#web/lib/payment-links.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { isLive } from './request-story.ts'

interface ChosenActionsProps {
  requests: readonly PaymentRequest[]
  onResend: () => void
  onDone: () => void
}

/** What to do with several requests at once: copy or resend their working links, and all of them as a file. */
export function ChosenActions({ requests, onResend, onDone }: ChosenActionsProps) {
  const nowMs = useServerSeconds() * 1000
  const live = requests.filter((request) => isLive(request, nowMs))
  const links = live.map(({ customerName, token }) => `${customerName}: ${paymentLink(token)}`).join('\n')
  return (
    <>
      {live.length > 0 && (
        <>
          <CopyButton size="small" text={links} label={live.length === 1 ? 'Copy link' : `Copy ${live.length} links`} />
          <Button size="small" onClick={onResend}>
            <RotateCcw size={16} aria-hidden="true" />
            Resend {formatPlural(live.length, 'link')}
          </Button>
        </>
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

import { useState } from 'react'
import { CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import type { ClaimablePackage } from '#contract/claims/claims.ts'
import { formatDate, formatDateTime, formatDollars, formatPlural } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useClaims } from './claim-data.ts'
import { ClaimDialog } from './claim-dialog.tsx'

interface ClaimPartProps {
  token: string
  lineNumber: number
}

/** What a buyer claimed of a downloaded package, and the button to claim more. Nothing for packages without claims. */
export function ClaimPart({ token, lineNumber }: ClaimPartProps) {
  const { data } = useClaims(token)
  const [isOpen, setIsOpen] = useState(false)
  const nowMs = useServerSeconds() * 1000
  const line = data?.packages.find((one) => one.lineNumber === lineNumber)
  if (!line) return null
  const isOver = Date.parse(line.endsAt) <= nowMs
  const claimed = line.leads.filter(({ claim }) => claim !== null)
  if (isOver && claimed.length === 0) return null
  return (
    <section aria-label="Claims" className="grid gap-3 border-t border-line pt-4">
      {claimed.length > 0 && <Claimed leads={claimed} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">{wordsFor(line, isOver)}</p>
        {!isOver && line.left > 0 && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            Report bad leads
          </Button>
        )}
      </div>
      {isOpen && <ClaimDialog token={token} line={line} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function wordsFor({ left, most, endsAt }: ClaimablePackage, isOver: boolean): string {
  if (isOver) return 'The time to report bad leads is over.'
  if (left === 0) return `You reported all ${formatPlural(most, 'lead')} that you could.`
  return `A bad lead? Report up to ${left === most ? formatPlural(most, 'lead') : `${left} more`} by ${formatDate(endsAt)}.`
}

/** One claimed lead per line, with what became of it. */
function Claimed({ leads }: { leads: ClaimablePackage['leads'] }) {
  return (
    <ul aria-label="Reported leads" className="divide-y divide-line text-sm">
      {leads.map(({ leadId, address, claim }) => {
        if (!claim) return null
        const { state, reason, replacedBy, credit, answer, dueAt } = claim
        return (
          <li key={leadId} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{address ?? 'A lead we no longer keep'}</p>
              <p className="text-muted wrap-anywhere">
                {CLAIM_REASON_NAMES[reason]}
                {state === 'open' && ` · we answer by ${formatDateTime(dueAt)}, or your claim is granted`}
                {replacedBy && ` · your new lead: ${replacedBy}`}
                {credit > 0 && ` · ${formatDollars(credit)} in store credit, because no other lead was left`}
                {answer && state === 'denied' && ` · ${answer}`}
              </p>
            </div>
            {state === 'open' ? (
              <StatusPill tone="waiting">Being checked</StatusPill>
            ) : state === 'denied' ? (
              <StatusPill tone="over">Not granted</StatusPill>
            ) : (
              <StatusPill tone="done">{replacedBy ? 'Replaced' : 'Granted'}</StatusPill>
            )}
          </li>
        )
      })}
    </ul>
  )
}

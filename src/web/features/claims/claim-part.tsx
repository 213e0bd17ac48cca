import { useState } from 'react'
import type { ClaimablePackage } from '#contract/claims/claims.ts'
import { formatDate, formatPlural } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { useClaims } from './claim-data.ts'
import { ClaimDialog } from './claim-dialog.tsx'
import { ClaimRow } from './claim-row.tsx'

interface ClaimPartProps {
  token: string
  lineNumber: number
}

/**
 * What a buyer claimed in a downloaded package, and the button to claim more. Renders nothing if the package was sold
 * without claims.
 */
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
      {leads.map(({ leadId, address, claim }) => claim && <ClaimRow key={leadId} address={address} claim={claim} />)}
    </ul>
  )
}

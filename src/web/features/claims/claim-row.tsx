import type { ReactNode } from 'react'
import { CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import type { Claim } from '#contract/claims/claims.ts'
import { formatDateTime, formatDollars } from '#web/lib/format.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'

interface ClaimRowProps {
  /** Of the claimed lead; null if the store no longer has it. */
  address: string | null
  claim: Claim
  /** The package it belongs to, where the page does not make that clear. */
  of?: ReactNode
}

/** A claimed lead and what became of it, as an item of a list. */
export function ClaimRow({ address, claim, of }: ClaimRowProps) {
  const { state, reason, replacedBy, credit, answer, dueAt } = claim
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2 sm:flex-nowrap">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{address ?? 'A lead we no longer keep'}</p>
        {of && <p className="text-muted">{of}</p>}
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
}

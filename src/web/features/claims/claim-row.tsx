import { Fragment, type ReactNode } from 'react'
import { CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import type { Claim } from '#contract/claims/claims.ts'
import { formatDollars, formatMoment } from '#web/lib/format.ts'
import { phoneInWords } from '#web/ui/phone-link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

type LeadWordsProps = { owner: string | null; phones: readonly string[]; source?: string | null }
/** The owner's name and phones in one line, without line breaks inside a number. */
export const LeadWords = ({ owner, phones, source }: LeadWordsProps) => (
  <>
    {owner}
    {phones.map((phone, index) => (
      <Fragment key={phone}>
        {(index > 0 || owner) && ' · '}
        <span className="whitespace-nowrap">{phoneInWords(phone)}</span>
      </Fragment>
    ))}
    {source && (owner || phones.length > 0) && ' · '}
    {source}
  </>
)

/** Why a lead was claimed and what became of it. */
export function ClaimState({ claim }: { claim: Claim }) {
  const { state, reason, replacedBy, credit, answer, dueAt } = claim
  return (
    <div className="mt-1">
      {state === 'open' ? (
        <StatusPill tone="waiting">Being checked</StatusPill>
      ) : state === 'denied' ? (
        <StatusPill tone="over">Not granted</StatusPill>
      ) : (
        <StatusPill tone="done">{replacedBy ? 'Replaced' : 'Granted'}</StatusPill>
      )}
      <p className="mt-1 text-muted wrap-anywhere">
        {CLAIM_REASON_NAMES[reason]}
        {state === 'open' && ` · No answer by ${formatMoment(dueAt)}? You win automatically.`}
        {replacedBy && ` · your new lead: ${replacedBy}`}
        {credit > 0 && ` · ${formatDollars(credit)} in store credit, because no other lead was left`}
        {answer && state === 'denied' && ` · ${answer}`}
      </p>
    </div>
  )
}

export const ClaimRow = ({ address, claim, of }: { address: string | null; claim: Claim; of: ReactNode }) => (
  <li className="py-2">
    <p className="font-semibold wrap-anywhere">{address ?? 'A lead we no longer keep'}</p>
    <p className="text-muted">{of}</p>
    <ClaimState claim={claim} />
  </li>
)

import { Fragment, type ReactNode } from 'react'
import { CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import type { Claim } from '#contract/claims/claims.ts'
import { formatDollars, formatMoment } from '#web/lib/format.ts'
import { StatusPill, type StatusTone } from '#web/ui/panel.tsx'
import { phoneInWords } from '#web/ui/phone-link.tsx'

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
  const [tone, word] = {
    open: ['waiting', 'Being checked'],
    denied: ['over', 'Not approved'],
    granted: ['done', replacedBy ? 'Replaced' : 'Approved'],
  }[state] as [StatusTone, string]
  return (
    <div className="mt-1.5">
      <p className="flex flex-wrap items-center gap-x-2">
        <StatusPill tone={tone}>{word}</StatusPill>
        <span className="text-muted">{CLAIM_REASON_NAMES[reason]}</span>
      </p>
      <p className="mt-0.5 wrap-anywhere empty:hidden">
        {state === 'open' && `If we haven’t answered by ${formatMoment(dueAt)}, your claim is approved.`}
        {replacedBy && `Your new lead: ${replacedBy}`}
        {credit > 0 && `You got ${formatDollars(credit)} in store credit, because no other lead was left.`}
        {answer && state === 'denied' && `Our answer: ${answer}`}
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

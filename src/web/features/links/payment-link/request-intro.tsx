import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { type TitleTag, ViewTitle } from './view-title.tsx'

/** The head of a request that waits for its payment; the same before the request is loaded, so nothing jumps. */
export function RequestIntro({ titleTag, request }: { titleTag: TitleTag; request?: PublicPaymentRequest }) {
  return (
    <>
      <ViewTitle tag={titleTag}>Your payment request</ViewTitle>
      <p className="mt-2 max-w-[60ch] text-muted">
        You don’t need an account. Your card details go straight to the card provider.
      </p>
      <p className="figures mt-1 min-h-6 text-muted">{request?.reference && `Reference ${request.reference}`}</p>
      <p className="min-h-6 text-muted">{request && <RepContact lead="From" {...request} />}</p>
    </>
  )
}

/** Who sent a link, after a word such as "From", and the number to call. */
export function RepContact({ lead, repName, repPhone }: { lead: string; repName: string; repPhone: string }) {
  return (
    <>
      {repName && (
        <>
          {lead} <bdi className="font-semibold text-ink wrap-anywhere">{repName}</bdi>
        </>
      )}
      {repName && repPhone && ' · '}
      {repPhone && <PhoneLink phone={repPhone} />}
    </>
  )
}

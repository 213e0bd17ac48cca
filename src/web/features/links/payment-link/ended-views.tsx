import { useMutation } from '@tanstack/react-query'
import { CircleX, Clock, type LucideIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { askForNewLink } from '#contract/links/payment-link.ts'
import type { ExpiredReason, PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import type { PaymentRequestToken } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'
import { BrowseLink } from '#web/lib/store-links.tsx'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RepContact, type TitleTag, ViewTitle } from './request-intro.tsx'

type EndedProps = { titleTag: TitleTag; supportEmail: string | undefined }

/** A guessed address and a mistyped one look the same. */
export const RequestNotFound = ({ titleTag, supportEmail }: EndedProps) => (
  <Ended icon={Search} title="Payment Request Not Found" titleTag={titleTag}>
    <p>This payment request may have expired or does not exist. Please open the full link from your email.</p>
    <div className="flex flex-wrap gap-3">
      {supportEmail && (
        <a href={`mailto:${supportEmail}?subject=New%20payment%20link`} className={buttonClasses('primary')}>
          Ask for a new link
        </a>
      )}
      <BrowseLink look="plain" />
    </div>
  </Ended>
)

/** `time` has the fixed text, for when nothing else is known. */
const SENTENCES: Readonly<Record<ExpiredReason, string>> = {
  time: 'This payment request has expired. Please contact your sales representative for a new payment link.',
  replaced:
    'This payment request was replaced by a newer one. We emailed you the newer link, so please use that one. If you can’t find it, please contact your sales representative for a new payment link.',
  voided:
    'Your sales representative canceled this payment link, so it can no longer be paid. If you still want to buy, please contact your sales representative for a new payment link.',
  declined:
    'This payment request was closed after 10 declined cards. You were not charged. Please contact your sales representative for a new payment link.',
}

interface ExpiredProps extends EndedProps {
  token: PaymentRequestToken
  request: PublicPaymentRequest
  isJustOver: boolean
  /** The server's sentence about a payment that came too late. */
  refusal: string | null
}

/** A link that was replaced or canceled says so. Its one button asks the rep for a new link. */
export function RequestExpired({ token, request, isJustOver, refusal, titleTag, supportEmail }: ExpiredProps) {
  const { reason, repName } = request
  const isTimeOver = isJustOver && (reason ?? 'time') === 'time'
  const icon = reason === 'voided' || reason === 'declined' ? CircleX : Clock
  return (
    <Ended
      icon={icon}
      title={reason === 'voided' ? 'Payment Link Canceled' : 'Payment Request Expired'}
      titleTag={titleTag}
    >
      <div className="grid gap-3">
        <p>{SENTENCES[reason ?? 'time']}</p>
        {refusal ? (
          <Notice tone="attention">{refusal}</Notice>
        ) : (
          reason !== 'declined' && (
            <p role="status">{isTimeOver && 'It expired while this page was open. '}You were not charged.</p>
          )
        )}
        {repName && (
          <p className="text-muted">
            <RepContact lead="Sent by" {...request} />
          </p>
        )}
      </div>
      <AskForNewLink token={token} request={request} supportEmail={supportEmail} />
    </Ended>
  )
}

function AskForNewLink({ token, request, supportEmail }: Pick<ExpiredProps, 'token' | 'request' | 'supportEmail'>) {
  const ask = useMutation({ mutationFn: () => callApi(askForNewLink, { params: { token } }) })
  if (request.isNewLinkAsked && request.reason === 'replaced') return null
  // Asked before, here or elsewhere: there is no second question while the first one waits.
  if (request.isNewLinkAsked || ask.data?.isAsked) {
    return (
      <Notice tone="good" title="We asked your sales representative for a new link">
        The new link will go to the same email address.
      </Notice>
    )
  }
  return (
    <>
      {ask.error && (
        <Notice tone="danger" title="We could not send your request">
          {ask.error.sentence}
          {supportEmail && ` You can also email ${supportEmail}.`}
        </Notice>
      )}
      <Button look="primary" size="large" className="max-sm:w-full" isBusy={ask.isPending} onClick={() => ask.mutate()}>
        {ask.isPending ? 'Sending…' : 'Ask for a new link'}
      </Button>
    </>
  )
}

function Ended(props: { icon: LucideIcon; title: string; titleTag: TitleTag; children: ReactNode }) {
  const { icon: Icon, title, titleTag, children } = props
  return (
    <div className="mx-auto grid max-w-[560px] justify-items-start gap-5 py-10 sm:py-16">
      <Icon size={36} strokeWidth={1.5} aria-hidden="true" className="text-muted" />
      <ViewTitle tag={titleTag}>{title}</ViewTitle>
      {children}
    </div>
  )
}

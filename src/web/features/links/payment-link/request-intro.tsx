import { type ReactNode, useEffect, useRef } from 'react'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'

/** The head of a request that waits for its payment; the same before the request is loaded, so nothing jumps. */
export const RequestIntro = ({ titleTag, request }: { titleTag: TitleTag; request?: PublicPaymentRequest }) => (
  <>
    <ViewTitle tag={titleTag}>Your payment request</ViewTitle>
    <p className="my-2">Your leads and receipt go to the contact below. If it’s wrong, tell us.</p>
    <p className="figures min-h-6 text-muted">{request && <RepContact lead="From" {...request} />}</p>
    <p className="figures min-h-6 text-muted">{request?.reference && `Reference ${request.reference}`}</p>
  </>
)

/** Who sent a link, after a word such as "From", and the number to call. */
export const RepContact = ({ lead, repName, repPhone }: { lead: string; repName: string; repPhone: string }) => (
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

/** Placeholders in the size of the content before the request is loaded, so the footer stays below the window. */
export const RequestLoading = ({ titleTag }: { titleTag: TitleTag }) => (
  <div className="pt-8 sm:pt-10">
    <RequestIntro titleTag={titleTag} />
    <LoadingWords>Loading your payment request</LoadingWords>
    <div className="mt-6 grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-x-16">
      <Skeleton className="h-96 lg:col-start-2 lg:row-start-1" />
      <Skeleton className="h-[44rem]" />
    </div>
  </div>
)

/** The server could not be reached; that says nothing about the request. */
export function RequestUnreadable(props: { titleTag: TitleTag; sentence: string; onRetry: () => void }) {
  const action = <Button onClick={props.onRetry}>Try again</Button>
  return (
    <div className="mx-auto grid max-w-[560px] gap-5 py-10">
      <ViewTitle tag={props.titleTag}>Your payment request</ViewTitle>
      <Notice tone="danger" title="Failed to load payment request" action={action}>
        {props.sentence}
      </Notice>
    </div>
  )
}

/** A page's first title, or the first inside a dialog that has one already. */
export type TitleTag = 'h1' | 'h2'

/** The title of what a link shows. If it replaces another view, it takes the focus, so reading continues there. */
export function ViewTitle(props: { tag: TitleTag; takesFocus?: boolean; children: ReactNode }) {
  const { tag: Tag, takesFocus, children } = props
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  return (
    <>
      {Tag === 'h1' && <title>{String(children)}</title>}
      <Tag ref={title} tabIndex={-1} className="display text-3xl">
        {children}
      </Tag>
    </>
  )
}

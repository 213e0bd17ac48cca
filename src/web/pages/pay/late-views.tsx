/** What a payment link shows besides the request that waits to be paid: loaded when it is the case, and before a payment ends. */
import type { ReactNode } from 'react'
import { type TitleTag, ViewTitle } from '#web/features/links/payment-link/view-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const loadEndedViews = () => import('#web/features/links/payment-link/ended-views.tsx')
export const loadRequestNotFound = () => loadEndedViews().then((file) => ({ default: file.RequestNotFound }))
export const loadRequestExpired = () => loadEndedViews().then((file) => ({ default: file.RequestExpired }))
export const loadReturnedPayment = () =>
  import('./returned-payment.tsx').then((file) => ({ default: file.ReturnedPayment }))
export const loadPaidRequest = () => import('./paid-request.tsx').then((file) => ({ default: file.PaidRequest }))

/** Says the one thing that matters even where the view itself does not come, and offers to try again. */
export function viewMissing(tag: TitleTag, title: string, sentence: string): (retry: () => void) => ReactNode {
  return (retry) => (
    <div className="mx-auto grid max-w-[560px] gap-5 py-10">
      <ViewTitle tag={tag}>{title}</ViewTitle>
      <Notice tone="attention" action={<Button onClick={retry}>Try again</Button>}>
        {sentence}
      </Notice>
    </div>
  )
}

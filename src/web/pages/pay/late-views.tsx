import { type TitleTag, ViewTitle } from '#web/features/links/payment-link/request-intro.tsx'
import { Button } from '#web/ui/button.tsx'
import { retryOrReload, type ShowMissing } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'

const loadEndedViews = () => import('#web/features/links/payment-link/ended-views.tsx')
export const loadRequestNotFound = () => loadEndedViews().then((file) => ({ default: file.RequestNotFound }))
export const loadRequestExpired = () => loadEndedViews().then((file) => ({ default: file.RequestExpired }))
export const loadReturnedPayment = () =>
  import('./returned-payment.tsx').then((file) => ({ default: file.ReturnedPayment }))
export const loadPaidRequest = () => import('./paid-request.tsx').then((file) => ({ default: file.PaidRequest }))

/** Says what matters even if the view itself cannot be loaded, and offers to try again. */
export const viewMissing =
  (tag: TitleTag, title: string, sentence: string): ShowMissing =>
  (retry, attempts) => (
    <div className="mx-auto grid max-w-[560px] gap-5 py-10">
      <ViewTitle tag={tag} takesFocus={attempts > 1}>
        {title}
      </ViewTitle>
      <Notice tone="attention" action={<Button onClick={retryOrReload(retry, attempts)}>Try again</Button>}>
        {sentence}
      </Notice>
    </div>
  )

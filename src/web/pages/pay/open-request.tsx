import { type ReactNode, useMemo, useRef } from 'react'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import type { PaymentId } from '#contract/values.ts'
import { OrderSummary } from '#web/features/checkout/order-summary.tsx'
import type { RequestBill } from '#web/features/checkout/request-payment-calls.ts'
import { CustomerInformation } from '#web/features/links/payment-link/customer-information.tsx'
import { ExpiryBar } from '#web/features/links/payment-link/expiry-bar.tsx'
import { RequestIntro } from '#web/features/links/payment-link/request-intro.tsx'
import { SenderNote } from '#web/features/links/payment-link/sender-note.tsx'
import type { TitleTag } from '#web/features/links/payment-link/view-title.tsx'
import type { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { loadPaidRequest, loadRequestExpired, loadReturnedPayment } from './late-views.tsx'

/** The card form and the provider's script load after the content. */
const loadRequestPayment = async () => {
  // A customer who pays must see how it ended, even if the connection is lost in the meantime.
  for (const load of [loadPaidRequest, loadReturnedPayment, loadRequestExpired]) load().catch(() => undefined)
  return import('#web/features/checkout/request-payment.tsx')
}

interface OpenRequestProps {
  request: PublicPaymentRequest
  titleTag: TitleTag
  /** Whether a person has done something on the page: only then is a payment opened, and the provider's script loaded. */
  isActed: boolean
  onPaid: (request: PublicPaymentRequest) => void
  onProcessing: (paymentId: PaymentId) => void
  onStale: (error: ApiError) => void
  onRefused: (sentence: string) => void
  onBusyChange: (isBusy: boolean) => void
}

/** A request that waits for its payment: for whom, for what, until when, and the card form. */
export function OpenRequest({ request, titleTag, isActed, ...handlers }: OpenRequestProps) {
  const { token, cartData } = request
  const bill = useBill(request)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <div className="pt-8 sm:pt-10">
      <RequestIntro titleTag={titleTag} request={request} />
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-x-16">
        <div className="grid gap-8 lg:col-start-2 lg:row-start-1">
          <ExpiryBar createdAt={request.createdAt} expiresAt={request.expiresAt} />
          <OrderSummary lines={cartData} total={bill.total} />
          <SenderNote text={request.specialOffers} title="A note from your sales representative" />
        </div>
        <div className="grid gap-8 lg:col-start-1 lg:row-start-1">
          <CustomerInformation request={request} />
          <section aria-labelledby="payment-title">
            <h2 id="payment-title" ref={title} tabIndex={-1} className="display mb-4 text-xl outline-none">
              Payment Method
            </h2>
            {isActed ? (
              <LatePart
                load={loadRequestPayment}
                props={{ bill, returnPath: `/payment/${encodeURIComponent(token)}`, ...handlers }}
                waiting={<FormSkeleton />}
                failed={(retry) => (
                  <Notice tone="danger" title="Payment Setup Error" action={<Button onClick={retry}>Try again</Button>}>
                    The card form did not load. You were not charged, and your packages stay reserved.
                  </Notice>
                )}
              />
            ) : (
              <FormRoom>
                {/* Any key or touch shows the form; this says so to people who have only been reading. The pressed
                    button disappears, so the focus moves on. */}
                <Button look="primary" size="large" onClick={() => title.current?.focus()}>
                  Pay now
                </Button>
              </FormRoom>
            )}
          </section>
        </div>
      </div>
    </div>
  )
}

/**
 * What is paid, as a stable object: a reload returns the same request with a new server time, which must not open
 * another payment.
 */
function useBill(request: PublicPaymentRequest): RequestBill {
  const { token, reference, total, cartData: lines, customerName, customerEmail } = request
  const { customerBusinessName: businessName, customerPhone: cellPhone, customerAddress: address } = request
  return useMemo(
    () => ({
      token,
      reference: reference ?? '',
      total: Number(total),
      lines,
      contact: { fullName: customerName ?? '', email: customerEmail ?? '', businessName, cellPhone, address },
    }),
    [token, reference, total, lines, customerName, customerEmail, businessName, cellPhone, address],
  )
}

function FormSkeleton() {
  return (
    <FormRoom>
      <LoadingWords>Setting up secure payment</LoadingWords>
      <Skeleton className="h-[25rem]" />
      <Skeleton className="mt-2 h-13" />
    </FormRoom>
  )
}

/** As tall as the card form, so nothing jumps when it comes. */
function FormRoom({ children }: { children: ReactNode }) {
  return <div className="grid min-h-[29.5rem] content-start gap-3">{children}</div>
}

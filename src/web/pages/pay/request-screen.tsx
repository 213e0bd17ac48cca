import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import type { PaymentId, PaymentRequestToken } from '#contract/values.ts'
import { OrderLines, OrderSummary } from '#web/features/checkout/order-summary.tsx'
import type { RequestPaymentProps } from '#web/features/checkout/request-payment.tsx'
import type { RequestBill } from '#web/features/checkout/request-payment-calls.ts'
import { CustomerInformation } from '#web/features/links/payment-link/customer-information.tsx'
import { ExpiryBar } from '#web/features/links/payment-link/expiry-bar.tsx'
import { showPaymentRequest } from '#web/features/links/payment-link/request-data.ts'
import {
  RequestIntro,
  RequestLoading,
  RequestUnreadable,
  type TitleTag,
} from '#web/features/links/payment-link/request-intro.tsx'
import { SenderNote } from '#web/features/links/payment-link/sender-note.tsx'
import {
  tellOtherTabs,
  useActed,
  usePaymentRequest,
  useTellOpened,
} from '#web/features/links/payment-link/use-payment-request.ts'
import { isRefundedWhole, REFUND_SENTENCE, REFUNDED_TITLE } from '#web/features/orders/refunded-whole.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import {
  loadPaidRequest,
  loadRequestExpired,
  loadRequestNotFound,
  loadReturnedPayment,
  viewMissing,
} from './late-views.tsx'

const loadRequestPayment = async () => {
  // A customer who pays must see how it ended, even if the connection is lost in the meantime.
  for (const load of [loadPaidRequest, loadReturnedPayment, loadRequestExpired]) load().catch(() => undefined)
  return import('#web/features/checkout/request-payment.tsx')
}

interface OpenRequestProps extends Omit<RequestPaymentProps, 'bill' | 'returnPath'> {
  request: PublicPaymentRequest
  titleTag: TitleTag
  /** Whether a person has done something on the page: only then is a payment opened, and the provider's script loaded. */
  isActed: boolean
}

function OpenRequest({ request, titleTag, isActed, ...handlers }: OpenRequestProps) {
  const { token, cartData } = request
  const bill = useBill(request)
  const title = useRef<HTMLHeadingElement>(null)
  const isWide = useMedia('(width >= 64rem)')
  const goToForm = () => {
    title.current?.scrollIntoView()
    title.current?.focus()
  }
  return (
    <div className="pt-8 sm:pt-10">
      <RequestIntro titleTag={titleTag} request={request} />
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-x-16">
        <div className="grid gap-8 lg:col-start-2 lg:row-start-1">
          <ExpiryBar createdAt={request.createdAt} expiresAt={request.expiresAt} />
          {isWide ? (
            <OrderSummary lines={cartData} total={bill.total} />
          ) : (
            <div className="rounded-md border border-line bg-surface p-4">
              <div className="flex items-center justify-between gap-4">
                <p>
                  <span className="block text-sm text-muted">Total</span>
                  <span className="display figures text-2xl">{formatDollars(bill.total)}</span>
                </p>
                <Button look="primary" size="large" onClick={goToForm}>
                  Pay
                </Button>
              </div>
              <details className="mt-2 text-sm">
                <summary className="py-3 font-semibold text-accent hover:underline">
                  {formatPlural(cartData.length, 'package')}
                </summary>
                <OrderLines lines={cartData} total={bill.total} />
              </details>
            </div>
          )}
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
                <Button look="primary" size="large" onClick={goToForm}>
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

/** Stable: a reload returns the same request with a new server time, which must not open another payment. */
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

const FormSkeleton = () => (
  <FormRoom>
    <LoadingWords>Setting up secure payment</LoadingWords>
    <Skeleton className="h-[25rem]" />
    <Skeleton className="mt-2 h-13" />
  </FormRoom>
)

/** As tall as the card form, so nothing jumps when it comes. */
const FormRoom = ({ children }: { children: ReactNode }) => (
  <div className="grid min-h-[29.5rem] content-start gap-3">{children}</div>
)

interface RequestScreenProps {
  token: string
  titleTag: TitleTag
  paidTitle: string
  returned: PaymentId | null
  onReturnedChange: (paymentId: PaymentId | null) => void
  onBusyChange?: (isBusy: boolean) => void
}

const NOT_LOADED = 'Part of this page did not load. Check your connection and try again.'

export function RequestScreen(props: RequestScreenProps) {
  const { token, titleTag, paidTitle, returned, onReturnedChange, onBusyChange } = props
  const { data: config } = useStoreConfig()
  const { request, state, error, refetch } = usePaymentRequest(token)
  const [isBusy, setIsBusy] = useState(false)
  const isActed = useActed()
  useTellOpened(token, request !== undefined)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Once it has expired, the server names neither customer nor lines; a payment in progress still shows what it pays.
  const open = useRef<PublicPaymentRequest | null>(null)
  if (request && state === 'open') open.current = request

  const handleBusyChange = useCallback(
    (isPaying: boolean) => {
      setIsBusy(isPaying)
      onBusyChange?.(isPaying)
    },
    [onBusyChange],
  )
  const handleStale = useCallback(() => void refetch(), [refetch])
  const handlePaid = useCallback(
    (paid: PublicPaymentRequest) => {
      showPaymentRequest(paid)
      tellOtherTabs(token)
      onReturnedChange(null)
    },
    [token, onReturnedChange],
  )
  // The provider's own event may have settled the payment before this page could ask.
  const isSettled = state === 'paid' && returned !== null
  useEffect(() => {
    if (isSettled) onReturnedChange(null)
  }, [isSettled, onReturnedChange])

  const common = { titleTag, supportEmail: config?.supportEmail }
  const waiting = <RequestLoading titleTag={titleTag} />
  const late = <Props extends object>(
    key: string,
    load: () => Promise<{ default: ComponentType<Props> }>,
    props: Props,
    [title, words = NOT_LOADED]: [string, string?],
  ) => <LatePart key={key} load={load} props={props} waiting={waiting} failed={viewMissing(titleTag, title, words)} />
  if (!request) {
    if (!error) return waiting
    const isUnknown = error.code === 'payment_request_not_found' || error.status === 400 || error.status === 404
    if (isUnknown) return late('not found', loadRequestNotFound, common, ['Payment Request Not Found'])
    return <RequestUnreadable titleTag={titleTag} sentence={error.sentence} onRetry={() => void refetch()} />
  }
  const takesFocus = open.current !== null
  if (state === 'paid') {
    const props = { request, title: paidTitle, titleTag, takesFocus, config, onDelivered: handleStale }
    return late(
      'paid',
      loadPaidRequest,
      props,
      isRefundedWhole(request)
        ? [REFUNDED_TITLE, `${REFUND_SENTENCE} ${NOT_LOADED}`]
        : [paidTitle, `This payment request is paid. ${NOT_LOADED}`],
    )
  }
  const ofToken = { token: token as PaymentRequestToken }
  if (returned !== null) {
    const handleGivenUp = () => {
      onReturnedChange(null)
      void refetch()
    }
    const props = { ...ofToken, paymentId: returned, titleTag, onPaid: handlePaid, onGivenUp: handleGivenUp }
    const words = `If you have paid, your payment is safe: please do not pay again. ${NOT_LOADED}`
    return late('returned', loadReturnedPayment, props, ['Confirming your payment', words])
  }
  // A payment in progress may continue; the server decides what becomes of it.
  const payable = state === 'open' ? request : isBusy ? open.current : null
  if (!payable) {
    const props = { ...common, ...ofToken, request, isJustOver: takesFocus, refusal }
    return late('expired', loadRequestExpired, props, ['Payment Request Expired'])
  }
  return (
    <OpenRequest
      request={payable}
      titleTag={titleTag}
      isActed={isActed}
      onPaid={handlePaid}
      onProcessing={onReturnedChange}
      onStale={handleStale}
      onRefused={setRefusal}
      onBusyChange={handleBusyChange}
    />
  )
}

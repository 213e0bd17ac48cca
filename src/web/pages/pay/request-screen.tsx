import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import type { PaymentId, PaymentRequestToken } from '#contract/values.ts'
import { cardFormMissing } from '#web/features/checkout/card-skeleton.tsx'
import { BilledLines, OrderSummary } from '#web/features/checkout/order-summary.tsx'
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
  usePaymentRequest,
  useTellOpened,
} from '#web/features/links/payment-link/use-payment-request.ts'
import { isRefundedWhole, REFUND_SENTENCE, REFUNDED_TITLE } from '#web/features/orders/refunded-whole.ts'
import { formatDollars } from '#web/lib/format.ts'
import { groupSame } from '#web/lib/line-offers.tsx'
import { sumsOf } from '#web/lib/line-sums.ts'
import { nextTask } from '#web/lib/served-page.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import {
  loadPaidRequest,
  loadRequestExpired,
  loadRequestNotFound,
  loadReturnedPayment,
  viewMissing,
} from './late-views.tsx'

const loadRequestPayment = async () => {
  const form = await import('#web/features/checkout/request-payment.tsx')
  void loadLateViews()
  return form
}

/** A customer who pays must see how it ended, even if the connection is lost in the meantime. After the form, in turns. */
async function loadLateViews(): Promise<void> {
  for (const load of [loadPaidRequest, loadReturnedPayment, loadRequestExpired])
    await nextTask()
      .then<unknown>(load)
      .catch(() => undefined)
}

interface OpenRequestProps extends Omit<RequestPaymentProps, 'bill' | 'returnPath'> {
  request: PublicPaymentRequest
  titleTag: TitleTag
}

function OpenRequest({ request, titleTag, ...handlers }: OpenRequestProps) {
  const { token, cartData } = request
  const bill = useBill(request)
  const title = useRef<HTMLHeadingElement>(null)
  const isWide = useMedia('(width >= 64rem)')
  const goToForm = () => {
    title.current?.scrollIntoView()
    const card = title.current?.parentElement?.querySelector('form')
    ;(card ?? title.current)?.focus({ preventScroll: true })
  }
  return (
    <div className="pt-8 sm:pt-10">
      <RequestIntro titleTag={titleTag} request={request} />
      <div className="mt-6 grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-x-16">
        <div className="grid grid-cols-1 gap-8 lg:col-start-2 lg:row-start-1">
          <ExpiryBar createdAt={request.createdAt} expiresAt={request.expiresAt} />
          {isWide ? (
            <OrderSummary lines={cartData} total={bill.total} />
          ) : (
            <BriefSummary lines={cartData} total={bill.total} onPay={goToForm} />
          )}
          <SenderNote text={request.specialOffers} title="A note from your sales representative" />
        </div>
        <div className="grid grid-cols-1 gap-8 lg:col-start-1 lg:row-start-1">
          <CustomerInformation request={request} />
          <section aria-labelledby="payment-title">
            <h2 id="payment-title" ref={title} tabIndex={-1} className="display mb-4 text-xl outline-none">
              Payment Method
            </h2>
            <LatePart
              load={loadRequestPayment}
              props={{ bill, returnPath: `/payment/${encodeURIComponent(token)}`, ...handlers }}
              // As tall as the card form with its tabs, button and notes, so nothing jumps when it comes.
              waiting={<Loading words="Setting up secure payment" height="h-[31rem]" />}
              failed={cardFormMissing}
            />
          </section>
        </div>
      </div>
    </div>
  )
}

/** Stable: a reload returns the same request with a new server time, which must not open another payment. */
function useBill(request: PublicPaymentRequest): RequestBill {
  const { token, reference, total, cartData: lines, customerName, customerEmail } = request
  const { repName, repPhone } = request
  const { customerBusinessName: businessName, customerPhone: cellPhone, customerAddress: address } = request
  return useMemo(
    () => ({
      token,
      reference: reference ?? '',
      total: Number(total),
      lines,
      contact: { fullName: customerName ?? '', email: customerEmail ?? '', businessName, cellPhone, address },
      rep: { name: repName, phone: repPhone },
    }),
    [token, reference, total, lines, customerName, customerEmail, businessName, cellPhone, address, repName, repPhone],
  )
}

type BriefSummaryProps = { lines: PublicPaymentRequest['cartData']; total: number; onPay: () => void }
/** On a phone: the total, the way to the form, and what is bought. */
const BriefSummary = ({ lines, total, onPay }: BriefSummaryProps) => (
  <section aria-label="Order Summary" className="rounded-md border border-line bg-surface p-4">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>
        <span className="block text-sm text-muted">Total</span>
        <span className="display figures text-2xl">{formatDollars(total)}</span>
      </p>
      <Button onClick={onPay}>Continue to payment</Button>
    </div>
    <details className="mt-3 -mb-3 border-t border-line text-sm">
      <summary className="py-3 font-semibold whitespace-pre-line">
        {groupSame(lines).map(
          ({ line, same }) =>
            `${same.length} × ${packageName(line)}, ${line.place}: ${formatDollars(sumsOf(same).total)}\n`,
        )}
      </summary>
      <BilledLines lines={lines} className="border-t" />
    </details>
  </section>
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
    load: () => Promise<{ default: ComponentType<Props> }>,
    props: Props,
    [title, words = NOT_LOADED]: [string, string?],
  ) => <LatePart key={title} load={load} props={props} waiting={waiting} failed={viewMissing(titleTag, title, words)} />
  if (!request) {
    if (!error) return waiting
    const isUnknown = error.code === 'payment_request_not_found' || error.status === 400 || error.status === 404
    if (isUnknown) return late(loadRequestNotFound, common, ['Payment Request Not Found'])
    return <RequestUnreadable titleTag={titleTag} sentence={error.sentence} onRetry={() => void refetch()} />
  }
  const takesFocus = open.current !== null
  if (state === 'paid') {
    const props = { request, title: paidTitle, titleTag, takesFocus, config, onDelivered: handleStale }
    return late(
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
    return late(loadReturnedPayment, props, ['Confirming your payment', words])
  }
  // A payment in progress may continue; the server decides what becomes of it.
  const payable = state === 'open' ? request : isBusy ? open.current : null
  if (!payable) {
    const props = { ...common, ...ofToken, request, isJustOver: takesFocus, refusal }
    return late(loadRequestExpired, props, ['Payment Request Expired'])
  }
  return (
    <OpenRequest
      request={payable}
      titleTag={titleTag}
      onPaid={handlePaid}
      onProcessing={onReturnedChange}
      onStale={handleStale}
      onRefused={setRefusal}
      onBusyChange={handleBusyChange}
    />
  )
}

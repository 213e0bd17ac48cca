import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import type { PaymentId, PaymentRequestToken } from '#contract/values.ts'
import { isFinalRefusal, returnedPaymentQuery } from '#web/features/checkout/request-payment-calls.ts'
import { type TitleTag, ViewTitle } from '#web/features/links/payment-link/request-intro.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { showFailure } from '#web/ui/toast.ts'

interface ReturnedPaymentProps {
  token: PaymentRequestToken
  paymentId: PaymentId
  titleTag: TitleTag
  onPaid: (request: PublicPaymentRequest) => void
  onGivenUp: () => void
}

/** Between the bank's own page and the receipt: the server asks the provider what became of the payment. */
export function ReturnedPayment({ token, paymentId, titleTag, onPaid, onGivenUp }: ReturnedPaymentProps) {
  const { data: paid, error, refetch, isFetching } = useQuery(returnedPaymentQuery(token, paymentId))
  useEffect(() => {
    if (paid) onPaid(paid)
  }, [paid, onPaid])
  const isFinal = isFinalRefusal(error)
  useEffect(() => {
    if (error && isFinal) showFailure('Payment Failed', error.sentence)
  }, [error, isFinal])
  return (
    <div className="mx-auto grid max-w-[560px] gap-5 py-10">
      <ViewTitle tag={titleTag}>{isFinal ? 'Payment Failed' : 'Confirming your payment'}</ViewTitle>
      {error && !isFetching ? (
        isFinal ? (
          <ErrorNotice
            error={error}
            action={
              <Button look="primary" onClick={onGivenUp}>
                Back to your payment request
              </Button>
            }
          />
        ) : (
          <Notice tone="attention" action={<Button onClick={() => refetch()}>Check again</Button>}>
            {error.sentence} If you have paid, your payment is safe: please do not pay again.
          </Notice>
        )
      ) : (
        <Loading words="Confirming your payment" height="h-64" />
      )}
    </div>
  )
}

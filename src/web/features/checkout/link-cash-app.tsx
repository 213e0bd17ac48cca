import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cashAppDetails, cashAppHandle } from '#contract/payments/cash-app-link.ts'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { CashAppTransfer } from './cash-app-transfer.tsx'
import { type RequestBill, recordCashAppChosen } from './request-payment-calls.ts'

type LinkCashAppProps = { bill: RequestBill; handle: string; guarantee: ReactNode; onBack: () => void }
/** The packages of a link are held anyway, so nothing is reserved here: the team only learns of the choice. */
export default function LinkCashApp({ bill, handle, guarantee, onBack }: LinkCashAppProps) {
  const [isChosen, setIsChosen] = useState(false)
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isChosen) title.current?.focus()
  }, [isChosen])
  const { total: amount, reference } = bill
  const handleChoose = () => {
    setIsChosen(true)
    // The customer can still pay if this fails: it only tells the store to look for the money.
    recordCashAppChosen(bill.token).catch(() => undefined)
  }
  if (!isChosen)
    return (
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          You send the money in your own Cash App. Your packages stay reserved until the link expires. We process the
          order after we verify the payment.
        </p>
        {guarantee}
        <Button look="primary" size="large" className="figures w-full" onClick={handleChoose}>
          Pay {formatDollars(amount)} with Cash App
        </Button>
      </div>
    )
  const amountCents = Math.round(amount * 100)
  const paymentDetails = cashAppDetails({ handle, amountCents, reference })
  return (
    <div className="grid gap-5">
      <CashAppTransfer
        order={{ amount, handle: cashAppHandle(handle), reference, paymentDetails }}
        titleRef={title}
        whom="your sales representative"
        how={
          <>
            Tell {bill.rep.name || 'us'} that you have paid
            {bill.rep.phone && (
              <>
                : <PhoneLink phone={bill.rep.phone} />
              </>
            )}
            .
          </>
        }
      />
      <p className="text-sm text-muted">
        We must see the payment before the link expires. Please don’t pay by card as well.
      </p>
      <Button icon={ArrowLeft} look="quiet" className="w-full" onClick={onBack}>
        Back to Payment Options
      </Button>
    </div>
  )
}

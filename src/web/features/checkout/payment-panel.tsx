import { ArrowLeft, BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import type { ContactInfo } from '#contract/checkout/checkout.ts'
import { formatDollars } from '#web/lib/format.ts'
import { sumsOf } from '#web/lib/line-sums.ts'
import { usePromises } from '#web/lib/promises.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { Button } from '#web/ui/button.tsx'
import { CartPayment, StoreCredit } from './cart-payment.tsx'
import { StepTitle } from './contact-step.tsx'
import { OrderLines } from './order-summary.tsx'
import type { Method } from './payment-section.tsx'
import { type CheckoutProps, useCheckout } from './use-checkout.ts'
import { PANEL_WORDS } from './use-pay.ts'
import { toPay } from './use-payment-intent.ts'

type Props = CheckoutProps & { contact: ContactInfo; onBack: () => void }

export default function PaymentPanel({ contact, onBack, ...props }: Props) {
  const { pending } = props
  const { data: config } = useStoreConfig()
  const [chosen, setChosen] = useState<Method>(pending ? 'cash-app' : 'card')
  const checkout = useCheckout({ ...props, contact, words: PANEL_WORDS })
  const isBusy = checkout.state !== 'ready'
  const hasCashApp = Boolean(config?.cashApp) || pending !== null
  const method = hasCashApp ? chosen : 'card'
  const own = method === 'card' ? toPay(checkout.shown) : checkout.shown.total
  const amount = (Math.round(own * 100) + Math.round((pending?.amount ?? 0) * 100)) / 100
  const { discount } = sumsOf(checkout.shown.lines)
  return (
    <section aria-labelledby="panel-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <StepTitle id="panel-title">Secure Payment</StepTitle>
        <p className="display figures text-2xl">{formatDollars(amount)}</p>
      </div>
      {contact.fullName && (
        <p className="mt-1 text-sm break-words text-muted">
          Receipt and leads for {contact.fullName}, {contact.email}.
        </p>
      )}
      {checkout.shown.lines.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="min-h-6 font-semibold text-accent hover:underline">
            Order details ({checkout.shown.lines.length}){discount > 0 && `, ${formatDollars(discount)} off`}
          </summary>
          <div className="mt-2">
            <OrderLines
              lines={checkout.shown.lines}
              total={checkout.shown.total}
              credit={method === 'card' ? checkout.shown.credit : undefined}
            />
          </div>
        </details>
      )}
      {checkout.shown.lines.length > 0 && method === 'card' && (
        <StoreCredit checkout={checkout} email={contact.email} askEmail={() => contact.email} className="mt-1" />
      )}
      <LeadQuality />
      <div className="mt-5">
        <CartPayment
          {...props}
          checkout={checkout}
          words={PANEL_WORDS}
          method={method}
          onMethod={setChosen}
          receiptEmail={contact.email}
          withContact={(use) => use(contact.email ? contact : null)}
          onPay={(card) => checkout.handlePay(contact, card)}
        />
      </div>
      <Button icon={ArrowLeft} look="quiet" className="mt-4 w-full" onClick={onBack} disabled={isBusy}>
        {pending ? 'Back to Cart' : 'Back to Contact Info'}
      </Button>
    </section>
  )
}

/** The store's promise about what is being paid for (docs/product.md#what-the-pages-promise). */
function LeadQuality() {
  const { buyers } = usePromises()
  return (
    <div className="mt-4 flex gap-3 rounded-md bg-sunken p-4 text-sm">
      <BadgeCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
      <div>
        <p className="font-semibold">Lead quality</p>
        <p>Never incentivized, never oversold, always guaranteed quality. Delivered within 24 hours.</p>
        <p className="figures text-muted">{buyers}</p>
      </div>
    </div>
  )
}

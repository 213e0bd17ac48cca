import type { ReactNode } from 'react'
import type { ApiError } from '#web/lib/api-error.ts'
import { contactInfo } from '#web/lib/order-claim.ts'
import { wantsTexts } from '#web/lib/text-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PAGE_WORDS } from './checkout-words.ts'
import { CONTACT_RULES } from './contact-draft.ts'
import { ContactFields } from './contact-fields.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentSection } from './payment-section.tsx'
import { StoreCredit } from './store-credit.tsx'
import { type CheckoutProps, useCheckout } from './use-checkout.ts'
import { useContactForm } from './use-contact-form.ts'

interface CheckoutFormProps extends CheckoutProps {
  /** Shown below the total, such as how long the lines are held. */
  aside?: ReactNode
  /** Shown instead of the pay button while the buyer must agree to something. */
  agreement: ReactNode
}

/** Contact, order and card on one page, so no input is ever left behind. */
export function CheckoutForm({ aside, agreement, ...props }: CheckoutFormProps) {
  const { form, submit, isKept } = useContactForm()
  const checkout = useCheckout({ ...props, contact: null, words: PAGE_WORDS })
  const askEmail = () => {
    const email = form.getValues('email').trim()
    if (CONTACT_RULES.email(email) === true) return email
    void form.trigger('email', { shouldFocus: true })
    return null
  }
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-16">
      <div className="grid gap-10">
        <section aria-labelledby="contact-title">
          <h2 id="contact-title" className="display mb-1 text-xl">
            Contact Information
          </h2>
          <ContactFields form={form} isKept={isKept} isTexted={wantsTexts(checkout.shown.lines)} />
        </section>
        <section aria-labelledby="payment-title">
          <h2 id="payment-title" className="display text-xl">
            Payment Method
          </h2>
          <p className="mt-1 mb-5 text-sm text-muted">
            Credit Card. Card details go straight to the card provider, never to us.
          </p>
          <StoreCredit
            credit={checkout.credit}
            used={checkout.shown.credit}
            total={checkout.shown.total}
            email={null}
            askEmail={askEmail}
            isBusy={checkout.state !== 'ready'}
          />
          <PaymentSection
            checkout={checkout}
            setUp={PAGE_WORDS.setUp}
            agreement={agreement}
            mustAgree={props.mustAgree}
            contactFirst={
              <ContactFirst
                error={checkout.naming.error}
                isBusy={checkout.naming.isPending}
                onContinue={() => void submit((draft) => checkout.naming.mutate(contactInfo(draft)))()}
              />
            }
            onPay={(card) => void submit((draft) => checkout.handlePay(contactInfo(draft), card))()}
          />
        </section>
      </div>
      <div className="max-lg:order-first lg:sticky lg:top-6">
        <OrderSummary lines={checkout.shown.lines} total={checkout.shown.total} credit={checkout.shown.credit}>
          {aside}
        </OrderSummary>
      </div>
    </div>
  )
}

/** Shown instead of the card form until the buyer is known, because an offer is limited per customer. */
function ContactFirst({
  error,
  isBusy,
  onContinue,
}: {
  error: ApiError | null
  isBusy: boolean
  onContinue: () => void
}) {
  return (
    <div className="grid gap-4">
      {error && error.code !== 'amount_changed' && (
        <Notice tone="danger" title={PAGE_WORDS.setUp.title}>
          {error.sentence}
        </Notice>
      )}
      <Notice
        title="Your name and email first"
        action={
          <Button look="primary" disabled={isBusy} aria-busy={isBusy} onClick={onContinue}>
            Continue to Card
          </Button>
        }
      >
        An offer in your cart has a limit for each customer. Fill in your contact information, then enter your card.
      </Notice>
    </div>
  )
}

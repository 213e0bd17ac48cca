import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showFailure } from '#web/ui/toast.ts'
import { enterTopLayer } from '#web/ui/top-layer.ts'
import { contactError } from './contact-draft.ts'
import { ContactFields, useContactForm } from './contact-fields.tsx'

/** The title of a step inside the dialog. It takes the focus when the step appears, so reading continues there. */
export function StepTitle({ id, children }: { id?: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} id={id} tabIndex={-1} className="display text-xl">
      {children}
    </h3>
  )
}

type ContactStepProps = { total: number; isTexted: boolean; onBack: () => void; onProceed: () => void }
/** The dialog's second step: who buys. The next button is always visible at the bottom. */
export function ContactStep({ total, isTexted, onBack, onProceed }: ContactStepProps) {
  const { form, submit, isKept } = useContactForm(isTexted)
  return (
    <form
      noValidate
      className="flex grow flex-col"
      onSubmit={submit(onProceed, () =>
        showFailure('Validation Error', contactError(form.getValues()) ?? 'Please check your contact information.'),
      )}
    >
      <StepTitle>Contact Information</StepTitle>
      <ContactFields form={form} isKept={isKept} isTexted={isTexted} isNarrow />
      <div className="min-h-6 grow" />
      <div className="sticky -bottom-4 -mx-4 -mb-4 border-t border-line bg-surface px-4 py-4 sm:-mx-5 sm:px-5">
        {/* Above the buttons, so that a toast moves none of them. */}
        <div ref={enterTopLayer} className="-mx-3 -mt-3" />
        <div className="flex items-center justify-between gap-4">
          <Button icon={ArrowLeft} look="quiet" className="-ml-4" onClick={onBack}>
            Back to Cart
          </Button>
          <p>
            <span className="text-sm text-muted">Total</span>{' '}
            <span className="display figures text-2xl">{formatDollars(total)}</span>
          </p>
        </div>
        <Button type="submit" look="primary" size="large" className="mt-2 w-full">
          Proceed to Payment
        </Button>
      </div>
    </form>
  )
}

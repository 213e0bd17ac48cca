import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import { phoneInWords } from '#web/ui/phone-link.tsx'

type Customer = Pick<
  PublicPaymentRequest,
  'customerName' | 'customerEmail' | 'customerBusinessName' | 'customerPhone' | 'customerAddress'
>

/** Whom the request is for, as the sender wrote it. */
export const CustomerInformation = ({ request }: { request: Customer }) => (
  <section aria-labelledby="customer-title">
    <h2 id="customer-title" className="display mb-3 text-xl">
      Customer Information
    </h2>
    <CustomerFacts request={request} />
    <p className="mt-3 text-sm text-muted">
      Your leads and receipt go here. If anything is wrong, tell your sales representative first.
    </p>
  </section>
)

function CustomerFacts({ request }: { request: Customer }) {
  const facts = [
    ['Name', request.customerName],
    ['Email', request.customerEmail],
    ['Business', request.customerBusinessName],
    ['Phone', request.customerPhone && phoneInWords(request.customerPhone)],
    ['Address', request.customerAddress],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd dir="auto" className="font-semibold wrap-anywhere">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

import type { ReactNode } from 'react'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import { FactList } from '#web/ui/fact-list.tsx'
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
    <CustomerFacts
      facts={[
        ['Name', request.customerName],
        ['Email', request.customerEmail],
        ['Business', request.customerBusinessName],
        ['Phone', request.customerPhone && phoneInWords(request.customerPhone)],
        ['Address', request.customerAddress],
      ]}
    />
  </section>
)

/** What is known of a customer. */
export const CustomerFacts = ({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) => (
  <FactList
    className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm"
    factLook="contents"
    termLook="text-muted"
    valueLook="font-semibold"
    facts={facts.filter(([, value]) => value)}
  />
)

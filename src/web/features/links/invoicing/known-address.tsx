import { readEmail } from '#contract/email-address.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { InvoiceFields } from './invoice-draft.ts'
import { customerOfAddress, fieldsOfCustomer, type KnownCustomer, useKnownCustomers } from './known-customers.ts'

interface KnownAddressProps {
  fields: InvoiceFields
  onPick: (customer: KnownCustomer) => void
}

/** Says that a typed address already belongs to a customer, and offers their details. Otherwise renders nothing. */
export function KnownAddress({ fields, onPick }: KnownAddressProps) {
  const email = useDebounced(readEmail(fields.email), 400)
  const { data } = useKnownCustomers(email ?? '', email !== null)
  const customer = email === null ? undefined : customerOfAddress(data ?? [], fields.email)
  if (!customer) return null
  const known = fieldsOfCustomer(customer)
  const isSame =
    known.fullName === fields.fullName.trim() &&
    (known.businessName === fields.businessName.trim() || known.businessName === '') &&
    (known.cellPhone === fields.cellPhone.trim() || known.cellPhone === '') &&
    (known.address === fields.address.trim() || known.address === '')
  if (isSame) return null
  return (
    <Notice
      title="You already have a customer with this address"
      className="@lg:col-span-2"
      action={
        <Button size="small" onClick={() => onPick(customer)}>
          <span className="line-clamp-1 wrap-anywhere">Use the details of {customer.name}</span>
        </Button>
      }
    >
      The invoice goes to their history either way.
    </Notice>
  )
}

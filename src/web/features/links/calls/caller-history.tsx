import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCustomer } from '../customers/customer-data.ts'
import { CustomerHistory } from '../customers/customer-history.tsx'

const SHOWN_MAX = 3

/** The caller's newest requests: what they bought, and which links are still open. */
export function CallerHistory({ customerId }: { customerId: string }) {
  const { data: customer, error } = useCustomer(customerId)
  if (error) return <p className="text-muted">Their requests could not be loaded. {error.sentence}</p>
  if (!customer) return <Skeleton className="h-20" />
  return <CustomerHistory sales={customer.salesHistory.slice(0, SHOWN_MAX)} />
}

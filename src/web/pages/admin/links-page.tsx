import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { requestColumns } from '#web/features/links/requests/request-columns.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Requests } from '../sales/requests-tab.tsx'

const REP: Column<PaymentRequest> = {
  header: 'Rep',
  isOptional: 'hidden',
  narrow: 'hidden',
  cell: ({ repName }) => repName,
}
const columnsOf: typeof requestColumns = (onRepeat) => requestColumns(onRepeat).toSpliced(-1, 0, REP)
const EMPTY = <EmptyState title="Nothing sent yet">Every payment link that the team sends appears here.</EmptyState>

/** The payment links of all members. */
export default () => <Requests columnsOf={columnsOf} label="Payment links" empty={EMPTY} />

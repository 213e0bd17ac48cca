import { useState } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { type Announced, CashAppView } from '#web/features/admin/orders/cash-app-view.tsx'
import { filtersOf, usePaymentRequests } from '#web/features/links/requests/request-data.ts'
import { MarkPaidDialog, VoidDialog } from '#web/features/links/requests/request-dialogs.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'

/** Payment links whose customers chose Cash App. */
const useLinks = () => usePaymentRequests(filtersOf({ cashApp: 'chosen' }))

const announcedOf = (request: PaymentRequest): Announced => ({
  linkId: request.id,
  reference: request.reference,
  amount: Number(request.total),
  chosenAt: request.cashAppChosenAt ?? request.createdAt,
  expiresAt: request.expiresAt,
  fullName: request.customerName,
  email: request.customerEmail,
  cellPhone: request.customerPhone,
  lines: request.cartData,
})

/** Money that was announced in Cash App, from carts and from payment links. */
export default function CashAppPage() {
  const { data: links = [] } = useLinks()
  const [asked, setAsked] = useState<{ link: PaymentRequest; decision: 'verify' | 'reject' } | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <CashAppView
        links={links.map(announcedOf)}
        onLink={(linkId, decision) => {
          const link = links.find(({ id }) => id === linkId)
          if (link) setAsked({ link, decision })
        }}
      />
      {asked?.decision === 'verify' && <MarkPaidDialog invoice={asked.link} onClose={close} />}
      {asked?.decision === 'reject' && <VoidDialog request={asked.link} onClose={close} />}
    </>
  )
}

/** The money of one link, confirmed over another page. */
export function OpenedTransfer({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const list = useLinks()
  const link = list.data?.find(({ id }) => id === requestId)
  if (link) return <MarkPaidDialog invoice={link} onClose={onClose} />
  return (
    <Drawer title="Payment link" onClose={onClose}>
      {list.isPending ? (
        <Loading words="Loading the link" height="h-40" />
      ) : (
        <p>Nobody waits for this money anymore.</p>
      )}
      <ListTrouble list={list} title="The link could not be loaded" />
    </Drawer>
  )
}

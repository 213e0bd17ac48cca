import { useState } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { listPaymentRequests, REQUESTS_PAGE_MAX } from '#contract/links/payment-requests.ts'
import { type Announced, CashAppView } from '#web/features/admin/orders/cash-app-view.tsx'
import { MarkPaidDialog, VoidDialog } from '#web/features/links/requests/request-acts.tsx'
import { usePages } from '#web/lib/use-pages.ts'
import { Drawer } from '#web/ui/dialog.tsx'
import { ListTrouble, MoreButton } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'

/** Payment links whose customers chose Cash App. Others may choose it while the page is open. */
const useLinks = () =>
  usePages(
    listPaymentRequests,
    { cashApp: 'chosen', limit: String(REQUESTS_PAGE_MAX) },
    { againMs: 15_000, isWatched: () => true },
  )

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
  const list = useLinks()
  const links = list.data ?? []
  const [asked, setAsked] = useState<{ link: PaymentRequest; decision: 'verify' | 'reject' } | null>(null)
  const close = () => setAsked(null)
  return (
    <div className="grid gap-4">
      <ListTrouble list={list} title="The payment links could not be loaded" />
      <CashAppView
        links={links.map(announcedOf)}
        onLink={(linkId, decision) => {
          const link = links.find(({ id }) => id === linkId)
          if (link) setAsked({ link, decision })
        }}
      />
      <MoreButton list={list} />
      {asked?.decision === 'verify' && <MarkPaidDialog invoice={asked.link} onClose={close} />}
      {asked?.decision === 'reject' && <VoidDialog request={asked.link} onClose={close} />}
    </div>
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

import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { RequestNews } from '#web/features/links/live/request-news.tsx'
import { useInvoice } from '#web/features/links/payment-link/invoice-data.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { DashboardFrame } from '../account/dashboard-frame.tsx'
import { LoginPage } from '../account/login-page.tsx'
import { MemberGate } from '../account/member-gate.tsx'
import { InvoiceView } from './invoice-view.tsx'

const route = getRouteApi(paths.invoice)

/** One request for the member who sent it, and for administrators (docs/product.md#invoice-page). */
export function InvoicePage() {
  return (
    <MemberGate title="Invoice" visitor={<LoginPage />}>
      {(user) => <InvoiceOf user={user} />}
    </MemberGate>
  )
}

function InvoiceOf({ user }: { user: CurrentUser }) {
  const { token } = route.useParams()
  const { data: invoice, error, refetch } = useInvoice(token)
  const isMissing = error?.code === 'invoice_not_found' || error?.status === 400
  const title = isMissing ? 'Invoice Not Found' : 'Invoice'
  return (
    <DashboardFrame
      title={title}
      tabTitle={invoice ? `Invoice ${invoice.reference}` : title}
      badge={user.username}
      strip={<RequestNews />}
      actions={
        <Link to={paths.sales} search={{ tab: 'requests' }} className={`${buttonClasses('quiet')} -ml-4 sm:ml-0`}>
          <ArrowLeft size={16} aria-hidden="true" />
          Back to Sales Dashboard
        </Link>
      }
    >
      {invoice && !isMissing ? (
        <InvoiceView key={token} invoice={invoice} user={user} />
      ) : isMissing ? (
        <div className="max-w-[60ch] py-6">
          <p className="text-base text-muted">
            {user.role === 'admin'
              ? 'There is no invoice at this address. The link may be incomplete: open it from Payment Requests.'
              : 'There is no invoice at this address, or another representative sent it. Open it from your Payment Requests.'}
          </p>
          <Link to={paths.sales} search={{ tab: 'requests' }} className={`${buttonClasses('primary')} mt-5`}>
            Open Payment Requests
          </Link>
        </div>
      ) : error ? (
        <Notice
          tone="danger"
          title="The invoice could not be loaded"
          action={<Button onClick={() => refetch()}>Try again</Button>}
        >
          {error.sentence}
        </Notice>
      ) : (
        <>
          <LoadingWords>Loading the invoice</LoadingWords>
          <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <Skeleton className="h-96" />
            <Skeleton className="h-96" />
          </div>
        </>
      )}
    </DashboardFrame>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { LEGAL_TITLES } from '#contract/admin/page-names.ts'
import type { PaymentId } from '#contract/values.ts'
import { RequestLoading } from '#web/features/links/payment-link/request-intro.tsx'
import { servedBrand, useIsPrerendered } from '#web/lib/served-page.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { BrandMark } from '#web/pages/store/brand-mark.tsx'
import { StoreDock } from '#web/pages/store/store-dock.tsx'
import { legalPath, paths } from '#web/paths.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { ThemeSwitch } from '#web/ui/theme.tsx'
import { ToastHost } from '#web/ui/toast-host.tsx'
import { loadRequestNotFound, viewMissing } from './late-views.tsx'
import { RequestScreen } from './request-screen.tsx'

const FOOTER_LINK = 'inline-flex min-h-9 items-center underline underline-offset-2 hover:text-ink'

/** Who asks for the money, whom to ask, and under which terms. No other links to the store. */
function PayFrame({ children }: { children: ReactNode }) {
  const { data: config } = useStoreConfig()
  const named = config ?? servedBrand
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="no-print border-b border-line bg-surface">
        <div className="page-width flex items-center gap-3 py-1.5">
          <BrandMark className="text-accent max-[22rem]:hidden" />
          <p className="min-w-0">
            <span className="display block min-h-6 truncate text-xl leading-6">{named?.brand}</span>
            <span className="block min-h-4 truncate text-xs leading-4 text-muted">{named?.subsidiary}</span>
          </p>
          <ThemeSwitch className="-mr-2 ml-auto" />
        </div>
      </header>
      <main id="content" className="grow">
        <meta name="robots" content="noindex" />
        <div className="page-width">{children}</div>
      </main>
      <footer className="no-print mt-16 border-t border-line bg-sunken text-sm text-muted">
        <div className="page-width flex min-h-28 flex-wrap content-start items-center gap-x-6 py-4 pb-16">
          {config?.supportEmail && (
            <p>
              Questions?{' '}
              <a href={`mailto:${config.supportEmail}`} className={FOOTER_LINK}>
                {config.supportEmail}
              </a>
            </p>
          )}
          {(['terms', 'privacy', 'refunds'] as const).map((name) => (
            <a key={name} href={legalPath(name)} target="_blank" rel="noreferrer" className={FOOTER_LINK}>
              {LEGAL_TITLES[name]}
            </a>
          ))}
        </div>
      </footer>
      <StoreDock isSandbox={Boolean(config?.payments?.sandboxUrl)} />
      <ToastHost />
    </div>
  )
}

const route = getRouteApi(paths.payment)

/** A payment link (docs/product.md#the-links-page). Its URL is a secret, so it is kept out of search engines. */
export function PayPage() {
  const { token } = route.useParams()
  const { payment_intent: paymentId } = route.useSearch()
  const navigate = route.useNavigate()
  const isPrerendered = useIsPrerendered()
  // Replaces the provider's parameters with the link itself, which may be stored and reloaded.
  const handleReturnedChange = useCallback(
    (payment: PaymentId | null) =>
      void navigate({ search: payment === null ? {} : { payment_intent: payment }, replace: true }),
    [navigate],
  )
  return (
    <PayFrame>
      {isPrerendered ? (
        <RequestLoading titleTag="h1" />
      ) : (
        <RequestScreen
          key={token}
          token={token}
          titleTag="h1"
          paidTitle="Payment Successful"
          returned={(paymentId as PaymentId | undefined) ?? null}
          onReturnedChange={handleReturnedChange}
        />
      )}
    </PayFrame>
  )
}

export function NoPaymentPage() {
  const { data: config } = useStoreConfig()
  return (
    <PayFrame>
      <LatePart
        load={loadRequestNotFound}
        props={{ titleTag: 'h1', supportEmail: config?.supportEmail }}
        waiting={<RequestLoading titleTag="h1" />}
        failed={viewMissing('h1', 'Payment Request Not Found', 'Check your connection and try again.')}
      />
    </PayFrame>
  )
}

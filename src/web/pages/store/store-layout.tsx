import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import type { getStoreConfig, StoreConfig } from '#contract/operations.ts'
import { CartIconButton } from '#web/features/cart/cart-button.tsx'
import { CartHost } from '#web/features/cart/cart-host.tsx'
import { useCurrentUser } from '#web/features/session/use-current-user.ts'
import { query } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { ToastHost } from '#web/ui/toast-host.tsx'

const NAV_LINK =
  'inline-flex min-h-11 items-center border-b-2 border-transparent text-sm font-semibold text-muted transition-colors duration-150 hover:text-ink'
const NAV_LINK_ACTIVE = { className: 'border-accent! text-ink!' }

/** What stands around every page of the store. */
export function StoreLayout() {
  const { data: config } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-10 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <StoreHeader config={config} />
      <PageContent>
        <Outlet />
      </PageContent>
      <StoreFooter config={config} />
      <CartHost />
      <ToastHost />
    </div>
  )
}

function StoreHeader({ config }: { config: StoreConfig | undefined }) {
  return (
    <header className="no-print border-b border-line bg-surface">
      {config?.payments?.sandboxUrl && (
        <p className="pointer-events-none fixed bottom-0 left-0 z-10 rounded-tr-md border-t border-r border-attention/40 bg-attention-quiet px-3 py-1 text-xs font-semibold text-attention">
          Sandbox: no real money moves
        </p>
      )}
      <OfflineRibbon />
      <div className="page-width flex flex-wrap items-center gap-x-4 py-1.5 md:gap-x-8">
        <Link to={paths.home} className="flex min-h-12 min-w-0 flex-1 items-center gap-3 md:flex-none">
          <BrandMark />
          <span className="min-w-0">
            <span className="display block min-h-6 text-xl leading-6 whitespace-nowrap">{config?.brand}</span>
            <span className="block min-h-4 text-xs leading-4 text-muted">{config?.subsidiary}</span>
          </span>
        </Link>
        <nav
          aria-label="Main"
          className="flex gap-x-4 gap-y-0 md:gap-x-6 max-md:order-last max-md:-mb-1.5 max-md:w-full max-md:flex-wrap md:mr-auto"
        >
          <Link to={paths.home} activeOptions={{ exact: true }} className={NAV_LINK} activeProps={NAV_LINK_ACTIVE}>
            Home
          </Link>
          <Link
            to={paths.leads}
            className={NAV_LINK}
            activeProps={NAV_LINK_ACTIVE}
            activeOptions={{ includeSearch: false }}
          >
            Browse Lead Packages
          </Link>
          {config?.vipGroupUrl && (
            <ExternalLink href={config.vipGroupUrl} className={NAV_LINK}>
              VIP Group
            </ExternalLink>
          )}
        </nav>
        <div className="-mr-2 flex shrink-0 items-center">
          <ThemeSwitch />
          <CartIconButton />
        </div>
      </div>
    </header>
  )
}

/** The page itself. After a change of page the focus goes to its start, so that a screen reader reads on from there. */
function PageContent({ children }: { children: ReactNode }) {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current !== undefined && pathname !== before.current) main.current?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])
  return (
    <main id="content" ref={main} tabIndex={-1} className="grow">
      {children}
    </main>
  )
}

function StoreFooter({ config }: { config: StoreConfig | undefined }) {
  const user = useCurrentUser()
  return (
    <footer className="no-print mt-16 border-t border-line">
      <div className="page-width flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 py-6 text-sm text-muted">
        <p>
          Packages are held for you while you decide. Orders are processed within 24 hours.
          {user && ` Signed in as ${user.username}.`}
        </p>
        {config?.supportEmail && (
          <p>
            Questions?{' '}
            <a
              href={`mailto:${config.supportEmail}`}
              className="font-semibold text-accent underline underline-offset-2"
            >
              {config.supportEmail}
            </a>
          </p>
        )}
      </div>
    </footer>
  )
}

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function OfflineRibbon() {
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
  return (
    <p
      role="status"
      className={classes('bg-danger-quiet text-center text-xs font-semibold text-danger', !isOnline && 'px-4 py-1.5')}
    >
      {!isOnline && 'You are offline. Stock and prices may have changed; your cart is kept at the store.'}
    </p>
  )
}

function BrandMark() {
  return (
    <svg
      viewBox="0 0 32 32"
      width="32"
      height="32"
      aria-hidden="true"
      className="shrink-0 text-accent max-[22rem]:hidden"
    >
      <path
        d="M3 6.5 29 3v23L3 29Z M16 4.8V27.4 M3 17.4 29 14.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
      <path d="M3 17.4 16 16V27.6L3 29Z" fill="currentColor" />
    </svg>
  )
}

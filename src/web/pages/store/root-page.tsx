import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, type StaticDataRouteOption, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { StoreConfig } from '#contract/admin/operations.ts'
import { LEGAL_NAMES, LEGAL_TITLES } from '#contract/admin/page-names.ts'
import { CartIconButton } from '#web/features/orders/cart/cart-button.tsx'
import { CartHost } from '#web/features/orders/cart/cart-host.tsx'
import { currentUserQuery } from '#web/lib/current-user.ts'
import { servedBrand } from '#web/lib/served-page.ts'
import { useIsOnline } from '#web/lib/use-is-online.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { legalPath, paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { useAwaitedPart } from '#web/ui/page-keys.ts'
import { ThemeSwitch } from '#web/ui/theme.tsx'
import { dismissOldNews } from '#web/ui/toast.ts'
import { ToastHost } from '#web/ui/toast-host.tsx'
import { BrandMark } from './brand-mark.tsx'
import { CartDock, StoreDock } from './store-dock.tsx'
import { VipGroupLink } from './vip-group-link.tsx'

const WIDE_ACTIVE = { className: 'border-accent! text-ink!' }
const MENU_ACTIVE = { className: 'border-l-accent! bg-accent-quiet text-accent' }

/** In a narrow window, the links fold into a menu. Plain, where a buyer pays: only the brand. */
function StoreHeader({ config, isPlain }: { config: StoreConfig | undefined; isPlain: boolean }) {
  const named = config ?? servedBrand
  return (
    <header className="no-print @container relative z-20 border-b border-line bg-surface">
      <div className="page-width flex items-center gap-x-2 py-1.5 lg:flex-wrap lg:gap-x-8 @max-[16rem]:flex-wrap">
        <Link
          to={paths.home}
          className="mr-auto flex min-h-12 min-w-0 items-center gap-3 lg:shrink-0"
          aria-label={named ? undefined : 'Home page'}
        >
          <BrandMark className="text-accent @max-[22rem]:hidden" />
          <span className="min-w-0">
            <span className="display block min-h-6 text-xl leading-6">{named?.brand}</span>
            <span className="block min-h-4 text-xs leading-4 text-muted">{named?.subsidiary}</span>
          </span>
        </Link>
        {!isPlain && (
          <nav aria-label="Main" className="ml-auto flex flex-wrap items-center gap-x-6 max-lg:hidden">
            <StoreLinks className="wide-link" activeProps={WIDE_ACTIVE} />
            <span className="flex gap-x-4 border-l border-line pl-4">
              <StaffLinks className="inline-flex min-h-11 items-center text-sm text-muted hover:text-ink" />
            </span>
          </nav>
        )}
        <div className="flex shrink-0 items-center lg:-mr-2 lg:-ml-4">
          <ThemeSwitch className={isPlain ? '' : 'max-xs:hidden'} />
          {!isPlain && <CartIconButton />}
        </div>
        {!isPlain && (
          <Disclosure label="Menu" className="-mr-2 lg:hidden">
            <nav aria-label="Main" className="page-width grid py-2">
              <StoreLinks className="menu-link" activeProps={MENU_ACTIVE} />
              <div className="flex flex-wrap gap-2 py-3">
                <StaffLinks className={classes(buttonClasses('quiet'), 'grow')} />
                <ThemeSwitch isWordy className="grow xs:hidden" />
              </div>
            </nav>
          </Disclosure>
        )}
      </div>
    </header>
  )
}

const StoreLinks = (look: { className: string; activeProps: { className: string } }) => (
  <>
    <Link to={paths.home} activeOptions={{ exact: true, includeSearch: false }} {...look}>
      Home
    </Link>
    <Link to={paths.leads} activeOptions={{ includeSearch: false }} {...look}>
      Browse Lead Packages
    </Link>
    <Link to={paths.desk} {...look}>
      My orders
    </Link>
    <VipGroupLink className={look.className}>VIP Group</VipGroupLink>
  </>
)

const StaffLinks = ({ className }: { className: string }) => (
  <>
    <Link to={paths.admin} className={className}>
      Admin
    </Link>
    <Link to={paths.sales} className={className}>
      Reps
    </Link>
  </>
)

const loadCartPurchase = () => import('./cart-purchase.tsx')

const NO_DATA: StaticDataRouteOption = {}
const FOOTER_LINK = 'inline-flex min-h-9 items-center pointer-coarse:min-h-11 text-muted hover:text-ink hover:underline'

function StoreLayout() {
  const { data: config } = useStoreConfig()
  const { data: user } = useQuery(currentUserQuery)
  const {
    ownFrameOf: frameOf,
    isPlain = false,
    hasNoCartBar,
  } = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData ?? NO_DATA })
  const mayBeOwn = frameOf !== undefined && (user === undefined || (user !== null && frameOf.includes(user.role)))
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <OfflineRibbon />
      {mayBeOwn && user ? (
        <Outlet />
      ) : (
        <>
          {!mayBeOwn && <StoreHeader config={config} isPlain={isPlain} />}
          <PageContent>
            <Outlet />
          </PageContent>
          {!mayBeOwn && <StoreFooter config={config} isPlain={isPlain} />}
          <CartHost loadPurchase={loadCartPurchase} />
          {!mayBeOwn && (
            <StoreDock isSandbox={Boolean(config?.payments?.sandboxUrl)}>
              {hasNoCartBar ? undefined : <CartDock />}
            </StoreDock>
          )}
        </>
      )}
      <ToastHost />
    </div>
  )
}

/** The page itself. After navigation the focus moves to its start, so a screen reader continues there. */
function PageContent({ children }: { children: ReactNode }) {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current !== undefined && pathname !== before.current) {
      // Whoever was faster is in a field of it.
      if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
      dismissOldNews()
    }
    before.current = pathname
  }, [pathname])
  return (
    <main id="content" ref={main} tabIndex={-1} className="min-h-dvh grow">
      {children}
    </main>
  )
}

function StoreFooter({ config, isPlain }: { config: StoreConfig | undefined; isPlain: boolean }) {
  const terms = config?.terms
  return (
    <footer className="no-print mt-10 border-t border-line bg-sunken text-sm">
      <div
        className={`page-width pt-8 pb-16 ${isPlain ? 'flex flex-wrap gap-x-6 *:contents [&_h2]:hidden' : 'grid grid-cols-2 gap-6 lg:flex lg:gap-14'}`}
      >
        <div className="col-span-full mr-auto">
          <p className="display min-h-6 text-xl leading-6">{(config ?? servedBrand)?.brand}</p>
          <address className="min-h-5 text-muted not-italic">{terms?.postalAddress}</address>
        </div>
        {!isPlain && (
          <>
            <FooterPart title="Store">
              <Link to={paths.leads} className={FOOTER_LINK}>
                Browse Lead Packages
              </Link>
              <Link to={paths.desk} className={FOOTER_LINK}>
                My orders
              </Link>
            </FooterPart>
            <FooterPart title="Trust">
              <Link to={paths.trust} className={FOOTER_LINK}>
                Our promises
              </Link>
              <Link to={paths.optOut} className={FOOTER_LINK}>
                Remove my property
              </Link>
            </FooterPart>
          </>
        )}
        <FooterPart title="Legal">
          {LEGAL_NAMES.map((name) => (
            <Link key={name} to={legalPath(name)} className={FOOTER_LINK}>
              {LEGAL_TITLES[name]}
            </Link>
          ))}
        </FooterPart>
        <FooterPart title="Questions?">
          {config?.supportEmail && (
            <a href={`mailto:${config.supportEmail}`} className={FOOTER_LINK}>
              {config.supportEmail}
            </a>
          )}
          {terms?.phone && (
            <a href={`tel:${terms.phone.replace(/[^+\d]/g, '')}`} className={FOOTER_LINK}>
              {terms.phone}
            </a>
          )}
        </FooterPart>
      </div>
    </footer>
  )
}

const FooterPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid content-start justify-items-start wrap-anywhere">
    <h2 className="py-1 font-semibold">{title}</h2>
    {children}
  </div>
)

/** Stays visible while scrolling: the page may be outdated until the connection is back. */
function OfflineRibbon() {
  const isOnline = useIsOnline()
  return (
    <p
      role="status"
      className={classes(
        'no-print sticky top-0 z-40 bg-danger-quiet text-center text-sm font-semibold text-danger',
        !isOnline && 'border-b border-danger/40 px-4 py-2',
      )}
    >
      {!isOnline && 'You are offline. Stock and prices may have changed; your cart is safe.'}
    </p>
  )
}

/** A page behind a payment link stands alone, so nothing distracts from paying; all other pages have the store's layout. */
export function RootPage() {
  const isAlone = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.standsAlone })
  return (
    <>
      <AwaitedPage />
      {isAlone ? <Outlet /> : <StoreLayout />}
    </>
  )
}

/** Keys that are pressed on the way to a page are for that page. */
function AwaitedPage() {
  useAwaitedPart(useRouterState({ select: ({ status }) => status === 'pending' }))
  return null
}

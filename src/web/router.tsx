import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { ADMIN_SECTIONS, LEGAL_NAMES, PAGE_ALIASES } from '#contract/admin/page-names.ts'
import type { Role } from '#contract/values.ts'
import { countiesQuery, packagesQuery, statesQuery } from './features/catalogue/catalogue-data.ts'
import { keepIssuerAnswer } from './features/members/issuer-answer.ts'
import { queryClient } from './lib/call-api.ts'
import { BrokenStore, ErrorPage } from './pages/store/error-page.tsx'
import { loadCountyOnSale } from './pages/store/load-county-on-sale.ts'
import { RootPage } from './pages/store/root-page.tsx'
import {
  type LeadsSearch,
  type LoginSearch,
  legalPath,
  type PaymentSearch,
  type PaymentSuccessSearch,
  paths,
  TEAM_SEARCH_NAMES,
  type TeamSearch,
  type TokenSearch,
  type TrustSearch,
} from './paths.ts'

/** Keeps these parameters, if they are non-empty texts. Others leave no trace in the address. */
const keep =
  <Search extends object>(...names: readonly (keyof Search & string)[]) =>
  (search: Record<string, unknown>): Search =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name]
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    ) as Search

const keepTeamSearch = keep<TeamSearch>(...TEAM_SEARCH_NAMES)

let isFirstDrawing = true

/** Whether someone scrolled the served page before the bundle hydrated it: they must not be sent back to its top. */
function hasScrolledAhead(): boolean {
  const isAhead = isFirstDrawing && window.scrollY > 0
  isFirstDrawing = false
  return isAhead
}

const rootRoute = createRootRoute({
  component: RootPage,
  notFoundComponent: lazyRouteComponent(() => import('./pages/store/not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: BrokenStore,
})

/**
 * Where a page is, and the component that shows it; its file is loaded with the first visit. The component's type is not
 * read here: it depends on the routes.
 */
const page = <Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: () => Promise<Record<Name, unknown>>,
) => ({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load, name) as RouteComponent })

const routes = [
  createRoute(page(paths.home, 'HomePage', () => import('./pages/store/home-page.tsx'))),
  createRoute({
    ...page(paths.leads, 'LeadsPage', () => import('./pages/store/leads-page.tsx')),
    validateSearch: keep<LeadsSearch>('state', 'county', 'type', 'tier', 'view', 'with'),
    loaderDeps: ({ search: { state, county } }) => ({ state, county }),
    // Starts the reads in parallel and does not wait for them: the page shows placeholders in the meantime. A county seen
    // before is shown from memory and read again, because its stock has changed since.
    loader: ({ deps: { state, county } }) => {
      void queryClient.prefetchQuery(statesQuery())
      if (!state) return
      void queryClient.prefetchQuery(countiesQuery(state))
      // The code that shows packages loads in parallel, or while the visitor chooses a county. If it does not arrive, the
      // page says so.
      loadCountyOnSale().catch(() => undefined)
      if (county) void queryClient.prefetchQuery({ ...packagesQuery({ state, county }), staleTime: 0 })
    },
  }),
  createRoute({
    ...page(paths.desk, 'DeskPage', () => import('./pages/store/desk-page.tsx')),
    validateSearch: keep<{ tab?: string }>('tab'),
  }),
  createRoute(page(paths.optOut, 'OptOutPage', () => import('./pages/store/opt-out-page.tsx'))),
  createRoute({
    ...page(paths.trust, 'TrustPage', () => import('./pages/store/trust-page.tsx')),
    validateSearch: keep<TrustSearch>('day'),
  }),
  ...LEGAL_NAMES.map((name) =>
    createRoute(page(legalPath(name), 'LegalPage', () => import('./pages/store/legal-page.tsx'))),
  ),
  createRoute({
    ...page(paths.checkout, 'CheckoutPage', () => import('./pages/store/checkout-page.tsx')),
    staticData: { isPlain: true, hasNoCartBar: true },
  }),
  createRoute({
    ...page(paths.paymentSuccess, 'PaymentSuccessPage', () => import('./pages/store/payment-success-page.tsx')),
    staticData: { hasNoCartBar: true },
    validateSearch: keep<PaymentSuccessSearch>('order', 'payment_intent'),
  }),
  createRoute(page(paths.order, 'OrderPage', () => import('./pages/store/order-page.tsx'))),
  createRoute(page(paths.delivery, 'DeliveryPage', () => import('./pages/store/delivery-page.tsx'))),
  createRoute({
    ...page(paths.login, 'LoginPage', () => import('./pages/account/login-page.tsx')),
    validateSearch: keep<LoginSearch>('next'),
    beforeLoad: ({ location }) => {
      if (keepIssuerAnswer(location.searchStr)) throw redirect({ to: paths.login, search: {}, replace: true })
    },
  }),
  createRoute(page(paths.forgotPassword, 'ForgotPasswordPage', () => import('./pages/account/password-page.tsx'))),
  createRoute({
    ...page(paths.resetPassword, 'ResetPasswordPage', () => import('./pages/account/password-page.tsx')),
    validateSearch: keep<TokenSearch>('token'),
  }),
  createRoute({
    ...page(paths.confirmEmail, 'ConfirmEmailPage', () => import('./pages/account/confirm-email-page.tsx')),
    validateSearch: keep<TokenSearch>('token'),
  }),
  createRoute(page(paths.verifyEmail, 'VerifyEmailPage', () => import('./pages/account/confirm-email-page.tsx'))),
  createRoute(page(paths.profile, 'ProfilePage', () => import('./pages/account/profile-page.tsx'))),
  createRoute({
    ...page(paths.sales, 'SalesDashboardPage', () => import('./pages/sales/sales-dashboard-page.tsx')),
    staticData: { ownFrameOf: ['sales', 'admin'] },
    validateSearch: keepTeamSearch,
  }),
  createRoute({
    ...page(paths.admin, 'AdminPage', () => import('./pages/admin/admin-page.tsx')),
    staticData: { ownFrameOf: ['admin'] },
    validateSearch: keepTeamSearch,
  }),
  createRoute({
    ...page(paths.adminSection, 'AdminPage', () => import('./pages/admin/admin-page.tsx')),
    staticData: { ownFrameOf: ['admin'] },
    validateSearch: keepTeamSearch,
    beforeLoad: ({ params: { section } }) => {
      if (!ADMIN_SECTIONS.some((one) => one === section)) throw notFound()
    },
  }),
  createRoute({
    ...page(paths.payment, 'PayPage', () => import('./pages/pay/pay-page.tsx')),
    staticData: { standsAlone: true },
    validateSearch: keep<PaymentSearch>('payment_intent'),
    errorComponent: BrokenStore,
  }),
  // The token may also come as a query parameter. This redirects to the link's canonical address.
  createRoute({
    ...page(paths.paymentByQuery, 'NoPaymentPage', () => import('./pages/pay/pay-page.tsx')),
    staticData: { standsAlone: true },
    validateSearch: keep<TokenSearch & PaymentSearch>('token', 'payment_intent'),
    beforeLoad: ({ search: { token, ...rest } }) => {
      if (token) throw redirect({ to: paths.payment, params: { token }, search: rest, replace: true })
    },
    errorComponent: BrokenStore,
  }),
  createRoute({
    ...page(paths.invoice, 'InvoicePage', () => import('./pages/sales/invoice-page.tsx')),
    staticData: { ownFrameOf: ['sales', 'admin'] },
  }),
  // One canonical address each. The others redirect to it, with their query.
  ...Object.entries(PAGE_ALIASES).map(([path, target]) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      beforeLoad: ({ location }) => {
        throw redirect({ href: `${target}${location.searchStr}`, replace: true })
      },
    }),
  ),
] as const

export type Router = ReturnType<typeof makeRouter>

/**
 * Not made when this file loads, but in a task of its own. All parameters are plain text in both directions: the
 * library's default would read `1e5` as a number.
 */
export const makeRouter = () =>
  createRouter({
    routeTree: rootRoute.addChildren(routes),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const words = new URLSearchParams(
        Object.entries(search).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
      ).toString()
      return words && `?${words}`
    },
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    scrollRestoration: () => !hasScrolledAhead(),
  })

/**
 * Makes the router render the same in both places: when told that a page was served, it leaves out a boundary that it
 * would otherwise add in the browser.
 */
export function asServed(router: Router): Router {
  router.ssr = { manifest: undefined }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
  interface StaticDataRouteOption {
    /** For members with these roles, the page has its own header and landmarks instead of the store's. */
    ownFrameOf?: readonly Role[]
    /** The store's header and footer lead nowhere else: nothing distracts a buyer who pays. */
    isPlain?: boolean
    /** The page itself says what is bought, for how much and until when. */
    hasNoCartBar?: boolean
    /** The page has no store header or footer for any visitor. */
    standsAlone?: boolean
  }
}

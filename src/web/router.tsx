import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
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
  ADMIN_SEARCH_NAMES,
  type AdminSearch,
  type LeadsSearch,
  type LoginSearch,
  legalPath,
  type PaymentSearch,
  type PaymentSuccessSearch,
  paths,
  SALES_SEARCH_NAMES,
  type SalesSearch,
  SECTION_SEARCH_NAMES,
  type SectionSearch,
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

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.home,
    component: lazyRouteComponent(() => import('./pages/store/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.leads,
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
    component: lazyRouteComponent(() => import('./pages/store/leads-page.tsx'), 'LeadsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.desk,
    validateSearch: keep<{ tab?: string }>('tab'),
    component: lazyRouteComponent(() => import('./pages/store/desk-page.tsx'), 'DeskPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.optOut,
    component: lazyRouteComponent(() => import('./pages/store/opt-out-page.tsx'), 'OptOutPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.trust,
    validateSearch: keep<TrustSearch>('day'),
    component: lazyRouteComponent(() => import('./pages/store/trust-page.tsx'), 'TrustPage'),
  }),
  ...LEGAL_NAMES.map((name) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path: legalPath(name),
      component: lazyRouteComponent(() => import('./pages/store/legal-page.tsx'), 'LegalPage'),
    }),
  ),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.checkout,
    staticData: { isPlain: true, hasNoCartBar: true },
    component: lazyRouteComponent(() => import('./pages/store/checkout-page.tsx'), 'CheckoutPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.paymentSuccess,
    staticData: { hasNoCartBar: true },
    validateSearch: keep<PaymentSuccessSearch>('order', 'payment_intent'),
    component: lazyRouteComponent(() => import('./pages/store/payment-success-page.tsx'), 'PaymentSuccessPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.order,
    component: lazyRouteComponent(() => import('./pages/store/order-page.tsx'), 'OrderPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.delivery,
    component: lazyRouteComponent(() => import('./pages/store/delivery-page.tsx'), 'DeliveryPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.login,
    validateSearch: keep<LoginSearch>('next'),
    beforeLoad: ({ location }) => {
      if (keepIssuerAnswer(location.searchStr)) throw redirect({ to: paths.login, search: {}, replace: true })
    },
    component: lazyRouteComponent(() => import('./pages/account/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.forgotPassword,
    component: lazyRouteComponent(() => import('./pages/account/password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.resetPassword,
    validateSearch: keep<TokenSearch>('token'),
    component: lazyRouteComponent(() => import('./pages/account/password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.confirmEmail,
    validateSearch: keep<TokenSearch>('token'),
    component: lazyRouteComponent(() => import('./pages/account/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.verifyEmail,
    component: lazyRouteComponent(() => import('./pages/account/confirm-email-page.tsx'), 'VerifyEmailPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.profile,
    component: lazyRouteComponent(() => import('./pages/account/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.sales,
    staticData: { ownFrameOf: ['sales', 'admin'] },
    validateSearch: keep<SalesSearch>(...SALES_SEARCH_NAMES),
    component: lazyRouteComponent(() => import('./pages/sales/sales-dashboard-page.tsx'), 'SalesDashboardPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.admin,
    staticData: { ownFrameOf: ['admin'] },
    validateSearch: keep<AdminSearch>(...ADMIN_SEARCH_NAMES),
    component: lazyRouteComponent(() => import('./pages/admin/admin-page.tsx'), 'AdminPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.adminSection,
    staticData: { ownFrameOf: ['admin'] },
    validateSearch: keep<SectionSearch>(...SECTION_SEARCH_NAMES),
    beforeLoad: ({ params: { section } }) => {
      if (!ADMIN_SECTIONS.some((one) => one === section)) throw notFound()
    },
    component: lazyRouteComponent(() => import('./pages/admin/admin-page.tsx'), 'AdminPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.payment,
    staticData: { standsAlone: true },
    validateSearch: keep<PaymentSearch>('payment_intent'),
    component: lazyRouteComponent(() => import('./pages/pay/pay-page.tsx'), 'PayPage'),
    errorComponent: BrokenStore,
  }),
  // The token may also come as a query parameter. This redirects to the link's canonical address.
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.paymentByQuery,
    staticData: { standsAlone: true },
    validateSearch: keep<TokenSearch & PaymentSearch>('token', 'payment_intent'),
    beforeLoad: ({ search: { token, ...rest } }) => {
      if (token) throw redirect({ to: paths.payment, params: { token }, search: rest, replace: true })
    },
    component: lazyRouteComponent(() => import('./pages/pay/pay-page.tsx'), 'NoPaymentPage'),
    errorComponent: BrokenStore,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: paths.invoice,
    staticData: { ownFrameOf: ['sales', 'admin'] },
    component: lazyRouteComponent(() => import('./pages/sales/invoice-page.tsx'), 'InvoicePage'),
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

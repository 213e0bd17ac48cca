import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { countiesQuery, packagesQuery, statesQuery } from './features/catalogue/catalogue-data.ts'
import { queryClient } from './lib/query.ts'
import { BrokenStore, ErrorPage } from './pages/store/error-page.tsx'
import { LeadsPage } from './pages/store/leads-page.tsx'
import { loadCountyOnSale } from './pages/store/load-county-on-sale.ts'
import { StoreLayout } from './pages/store/store-layout.tsx'
import { type LeadsSearch, type PaymentSuccessSearch, paths } from './paths.ts'

/** The text of a parameter, or undefined for anything that is not a filled text. */
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const rootRoute = createRootRoute({
  component: StoreLayout,
  notFoundComponent: lazyRouteComponent(() => import('./pages/store/not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: BrokenStore,
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.home,
  component: lazyRouteComponent(() => import('./pages/store/home-page.tsx'), 'HomePage'),
})

const leadsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.leads,
  validateSearch: (search: Record<string, unknown>): LeadsSearch =>
    defined({
      state: text(search.state),
      county: text(search.county),
      type: text(search.type),
      view: text(search.view),
    }),
  loaderDeps: ({ search: { state, county } }) => ({ state, county }),
  // Starts the reads side by side and does not wait for them: the page draws their places meanwhile. A county seen
  // before is shown from memory and read again, because its stock has moved on.
  loader: ({ deps: { state, county } }) => {
    void queryClient.prefetchQuery(statesQuery())
    if (state) void queryClient.prefetchQuery(countiesQuery(state))
    if (!state || !county) return
    void queryClient.prefetchQuery({ ...packagesQuery({ state, county }), staleTime: 0 })
    // The code that shows them travels beside them; should it not come, the page says so.
    loadCountyOnSale().catch(() => undefined)
  },
  component: LeadsPage,
})

const checkoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.checkout,
  component: lazyRouteComponent(() => import('./pages/store/checkout-page.tsx'), 'CheckoutPage'),
})

const paymentSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.paymentSuccess,
  validateSearch: (search: Record<string, unknown>): PaymentSuccessSearch =>
    defined({
      order: text(search.order),
      payment_intent: text(search.payment_intent),
    }),
  component: lazyRouteComponent(() => import('./pages/store/payment-success-page.tsx'), 'PaymentSuccessPage'),
})

const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.order,
  component: lazyRouteComponent(() => import('./pages/store/order-page.tsx'), 'OrderPage'),
})

/** Leaves out what is undefined, so that it leaves no trace in the address. */
function defined<T extends Record<string, string | undefined>>(values: T): { [Key in keyof T]?: string } {
  const filled: { [Key in keyof T]?: string } = {}
  for (const key in values) {
    const value = values[key]
    if (value !== undefined) filled[key] = value
  }
  return filled
}

/** All parameters are plain text in both directions; the library's default would read `1e5` as a number. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, leadsRoute, checkoutRoute, paymentSuccessRoute, orderRoute]),
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const words = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    ).toString()
    return words && `?${words}`
  },
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

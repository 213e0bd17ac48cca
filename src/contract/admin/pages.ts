/** The pages of the administrators' desk, the last part of `/admin-enhanced/<section>`, in the order of their links. */
export const DESK_SECTIONS = [
  'attention',
  'orders',
  'cash-app',
  'fulfilment',
  'leads',
  'lead-files',
  'disputes',
  'messages',
  'jobs',
  'audit',
  'settings',
] as const
export type DeskSection = (typeof DESK_SECTIONS)[number]

/**
 * The addresses of the pages, `:name` for a part that varies. The server answers them with the page and 200, every other
 * address with 404; the router of the web side shows them.
 */
export const PAGE_PATHS = [
  '/',
  '/leads',
  '/opt-out',
  '/checkout',
  '/payment-success',
  '/order/:token',
  '/delivery/:token',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/verify-email/:token',
  '/profile',
  '/sales-dashboard',
  '/admin-enhanced',
  ...DESK_SECTIONS.map((section) => `/admin-enhanced/${section}` as const),
  '/payment',
  '/payment/:token',
  '/invoice/:token',
] as const

type PagePath = (typeof PAGE_PATHS)[number]

/** Addresses of old links and habits (SPEC.md section 2); the browser goes on to the one that counts. */
export const PAGE_ALIASES = {
  '/sales': '/sales-dashboard',
  '/sales-dashboard-complete': '/sales-dashboard',
  '/sales-dashboard-enhanced': '/sales-dashboard',
  '/admin': '/admin-enhanced',
} as const satisfies Readonly<Record<string, PagePath>>

/** The pages that search engines may list. Every other page belongs to one person, or to the team. */
export const INDEXED_PATHS = ['/', '/leads', '/opt-out'] as const satisfies readonly PagePath[]

/** The pages whose address is a secret: who knows it sees what it leads to. Nothing on the way may keep it or pass it on. */
const SECRET_PATHS = [
  '/order/:token',
  '/delivery/:token',
  '/payment/:token',
  '/invoice/:token',
  '/verify-email/:token',
] as const satisfies readonly PagePath[]

/** The file of the web side that a page adds to the first load, by its name in `src/web/pages`. */
const PAGE_FILES: Partial<Record<string, string>> = {
  '/': 'home-page',
  '/opt-out': 'opt-out-page',
  '/checkout': 'checkout-page',
  '/payment-success': 'payment-success-page',
  '/login': 'login-page',
  '/profile': 'profile-page',
  '/sales-dashboard': 'sales-dashboard-page',
  '/admin-enhanced': 'admin-page',
  '/payment': 'pay-page',
  '/payment/:token': 'pay-page',
  '/invoice/:token': 'invoice-page',
} satisfies Partial<Record<PagePath, string>>

/** What a browser needs next for a path, so that it need not wait for the page to say so. */
export function pageFileOf(path: string): string | undefined {
  const page = PAGE_PATHS.find((one) => patternOf(one).test(path))
  if (page?.startsWith('/admin-enhanced/')) return PAGE_FILES['/admin-enhanced']
  return page && PAGE_FILES[page]
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`)
const PATTERNS = [...PAGE_PATHS, ...Object.keys(PAGE_ALIASES)].map(patternOf)
const SECRET_PATTERNS = SECRET_PATHS.map(patternOf)

/** Whether an address carries a secret, in its path or as a token in its query. */
export function isSecretAddress(path: string, query: string): boolean {
  return SECRET_PATTERNS.some((pattern) => pattern.test(path)) || new URLSearchParams(query).has('token')
}

/**
 * Pages that are prerendered, by an address that represents all of their kind. Only such pages may be among them
 * that look the same for everybody before anything is known.
 */
export const PRERENDERED_PAGES = {
  home: '/',
  leads: '/leads',
  county: '/leads?state=any&county=any',
  payment: '/payment/any',
} as const

/** The prerendered page that an address starts with; query without `?`. */
export function prerenderedPageOf(path: string, query: string): keyof typeof PRERENDERED_PAGES | undefined {
  if (path === '/') return 'home'
  if (patternOf('/payment/:token').test(path)) return 'payment'
  if (path !== '/leads') return undefined
  const asked = new URLSearchParams(query)
  return asked.get('state') && asked.get('county') ? 'county' : 'leads'
}

/** Whether a path (without its query) is one of the pages. */
export function isPagePath(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}

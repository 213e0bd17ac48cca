import { ADMIN_SECTIONS, isPickerView, LEGAL_NAMES, PAGE_ALIASES } from './page-names.ts'

const LEGAL_PATHS = LEGAL_NAMES.map((name) => `/${name}` as const)

/** The addresses of the pages, `:name` for a variable part. The server answers any other address with 404. */
export const PAGE_PATHS = [
  '/',
  '/leads',
  '/desk',
  '/opt-out',
  '/trust',
  ...LEGAL_PATHS,
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
  ...ADMIN_SECTIONS.map((section) => `/admin-enhanced/${section}` as const),
  '/payment',
  '/payment/:token',
  '/invoice/:token',
] as const

type PagePath = (typeof PAGE_PATHS)[number]

/** The pages that search engines may list. Every other page is for one person or for the team. */
export const INDEXED_PATHS = [
  '/',
  '/leads',
  '/opt-out',
  '/trust',
  ...LEGAL_PATHS,
] as const satisfies readonly PagePath[]

/** Anyone who knows such an address sees its content. It must not be stored or passed on along the way. */
const SECRET_PATHS = [
  '/order/:token',
  '/delivery/:token',
  '/payment/:token',
  '/invoice/:token',
  '/verify-email/:token',
] as const satisfies readonly PagePath[]

const PAGE_FILES: Partial<Record<string, string>> = {
  '/': 'home-page',
  '/leads': 'leads-page',
  '/desk': 'desk-page',
  '/opt-out': 'opt-out-page',
  '/trust': 'trust-page',
  '/terms': 'legal-page',
  '/privacy': 'legal-page',
  '/refunds': 'legal-page',
  '/using-leads': 'legal-page',
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

/** The files that a browser needs next for a path, so it need not wait for the page. @param query without `?` */
export function pageFilesOf(path: string, query: string): readonly string[] {
  const page = PAGE_PATHS.find((one) => patternOf(one).test(path))
  const file = page && PAGE_FILES[page.startsWith('/admin-enhanced/') ? '/admin-enhanced' : page]
  if (file === undefined) return []
  const first = prerenderedPageOf(path, query)
  return first === 'county' || first === 'picker' ? [file, COUNTY_FILE] : [file]
}

const COUNTY_FILE = 'county-on-sale'

const patternOf = (path: string) => new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`)
const ALIASES: Readonly<Record<string, PagePath>> = PAGE_ALIASES
const PATTERNS = [...PAGE_PATHS, ...Object.keys(ALIASES)].map(patternOf)
const SECRET_PATTERNS = /* @__PURE__ */ SECRET_PATHS.map(patternOf)

/** Whether an address contains a secret, in its path or as a token or a code in its query. */
export function isSecretAddress(path: string, query: string): boolean {
  return (
    SECRET_PATTERNS.some((pattern) => pattern.test(path)) ||
    ['token', 'code'].some((name) => new URLSearchParams(query).has(name))
  )
}

/** Prerendered pages with a sample address of each kind; only those whose first view is the same for everyone. */
export const PRERENDERED_PAGES = {
  home: '/',
  leads: '/leads',
  county: '/leads?state=any&county=any',
  picker: '/leads?state=any&county=any&view=choose',
  payment: '/payment/any',
  checkout: '/checkout',
  trust: '/trust',
} as const

/** Returns the prerendered page for an address; query without `?`. */
export function prerenderedPageOf(path: string, query: string): keyof typeof PRERENDERED_PAGES | undefined {
  if (path === '/') return 'home'
  if (path === '/trust') return 'trust'
  if (path === '/checkout') return 'checkout'
  if (patternOf('/payment/:token').test(path)) return 'payment'
  if (path !== '/leads') return undefined
  const asked = new URLSearchParams(query)
  if (!asked.get('state') || !asked.get('county')) return 'leads'
  return isPickerView(asked.get('view')) ? 'picker' : 'county'
}

/** Whether a path (without its query) is one of the pages. */
export const isPagePath = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path))

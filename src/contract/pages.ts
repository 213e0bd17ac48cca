/**
 * The addresses of the pages, `:name` for a part that varies. The server answers them with the page and 200, every other
 * address with 404; the router of the web side shows them.
 */
export const PAGE_PATHS = ['/', '/leads', '/checkout', '/payment-success', '/order/:token'] as const

/** The pages that search engines may list. Every other page belongs to one person, or to the team. */
export const INDEXED_PATHS = ['/', '/leads'] as const satisfies readonly (typeof PAGE_PATHS)[number][]

/** The file of the web side that a page adds to the first load, by its name in `src/web/pages/store`. */
const PAGE_FILES: Partial<Record<string, string>> = {
  '/': 'home-page',
  '/checkout': 'checkout-page',
  '/payment-success': 'payment-success-page',
} satisfies Partial<Record<(typeof PAGE_PATHS)[number], string>>

/** What a browser needs next for a path, so that it need not wait for the page to say so. */
export function pageFileOf(path: string): string | undefined {
  return PAGE_FILES[path]
}

const PATTERNS = PAGE_PATHS.map((path) => new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`))

/** Whether a path (without its query) is one of the pages. */
export function isPagePath(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}

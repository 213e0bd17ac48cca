/**
 * The addresses of the pages, `:name` for a part that varies. The server answers them with the page and 200, every other
 * address with 404; the router of the web side shows them.
 */
export const PAGE_PATHS = ['/', '/leads', '/checkout', '/payment-success', '/order/:token'] as const

/** The pages that search engines may list. Every other page belongs to one person, or to the team. */
export const INDEXED_PATHS = ['/', '/leads'] as const satisfies readonly (typeof PAGE_PATHS)[number][]

const PATTERNS = PAGE_PATHS.map((path) => new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`))

/** Whether a path (without its query) is one of the pages. */
export function isPagePath(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}

import { isPagePath } from '#contract/admin/pages.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import { paths } from '#web/paths.ts'

/** Pages that make no sense right after logging in. */
const SIGN_IN_PATHS: readonly string[] = [paths.login, paths.forgotPassword, paths.resetPassword]

/**
 * Where to go after logging in: the page in the URL if it is one of ours, otherwise the member's dashboard. A link with
 * someone else's address could lead people from our login to a copy of it.
 */
export function pathAfterLogin(next: string | undefined, role: CurrentUser['role'], origin: string): string {
  const usual = role === 'admin' ? paths.admin : paths.sales
  if (!next?.startsWith('/')) return usual
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null
  if (!url || url.origin !== origin) return usual
  if (!isPagePath(url.pathname) || SIGN_IN_PATHS.includes(url.pathname)) return usual
  return url.pathname + url.search + url.hash
}

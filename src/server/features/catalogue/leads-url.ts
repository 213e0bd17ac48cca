import type { LeadsAddress } from '#contract/page-titles.ts'

/**
 * The one address of a choice on the leads page, without the host. It is written as the browser's router writes it, and
 * leaves out the lead type that is shown anyway.
 */
export function leadsUrl({ state, county, type }: LeadsAddress): string {
  const words = new URLSearchParams({
    ...(state ? { state } : {}),
    ...(county ? { county } : {}),
    ...(type && type !== 'vacant' ? { type } : {}),
  }).toString()
  return words ? `/leads?${words}` : '/leads'
}

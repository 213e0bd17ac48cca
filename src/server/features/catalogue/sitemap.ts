import { INDEXED_PATHS } from '#contract/admin/pages.ts'
import type { LeadsAddress } from '#contract/catalogue/leads-title.ts'
import type { Context } from '#server/gateways/context.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { loadPlaces, type Places } from './places.ts'

/** Places never change, so this half a megabyte is put together only once. */
const sitemapOf = new WeakMap<Places, string>()

/** Lists all pages for search engines: about 3,200 of at most 50,000 (https://www.sitemaps.org/protocol.html). */
export async function makeSitemap(ctx: Context): Promise<string> {
  const places = await loadPlaces(ctx)
  const known = sitemapOf.get(places)
  if (known !== undefined) return known
  const paths = [
    ...INDEXED_PATHS,
    ...places.states.map((state) => leadsUrl({ state })),
    ...places.states.flatMap((state) => places.countiesOf(state).map(({ name }) => leadsUrl({ state, county: name }))),
  ]
  const urls = paths.map((path) => `<url><loc>${escapeHtml(`${ctx.publicUrl}${path}`)}</loc></url>`)
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  sitemapOf.set(places, sitemap)
  return sitemap
}

/**
 * Private pages are not disallowed here, because a page that cannot be fetched cannot say that it wants to stay out of
 * the index. Streams are, because a crawler would wait for their end. The rest of the API is needed to show a page.
 */
export const makeRobots = (ctx: Context): string =>
  `User-agent: *
Disallow: /api/live/
Disallow: /sandbox/
Allow: /

Sitemap: ${ctx.publicUrl}/sitemap.xml
`

/** The canonical address of a choice on the leads page, as the browser's router writes it: without the default type. */
export function leadsUrl({ state, county, type }: LeadsAddress): string {
  const words = new URLSearchParams({
    ...(state ? { state } : {}),
    ...(county ? { county } : {}),
    ...(type && type !== 'vacant' ? { type } : {}),
  }).toString()
  return words ? `/leads?${words}` : '/leads'
}

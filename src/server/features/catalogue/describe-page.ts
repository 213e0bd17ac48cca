import { LEGAL_TITLES } from '#contract/admin/page-names.ts'
import { INDEXED_PATHS, isPagePath } from '#contract/admin/pages.ts'
import { buyersSentence, LEAD_TYPES, LEADS_NAMES, type LeadType, type Package } from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { leadsTitle } from '#contract/catalogue/leads-title.ts'
import { DESK_TITLE, OPT_OUT_TITLE, TEAM_TITLES, TRUST_TITLE } from '#contract/page-titles.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { Context } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { PageHead } from '#server/platform/http/page-head.ts'
import { listPackages } from './list-packages.ts'
import { PICTURE_OF_ALL } from './place-pictures.ts'
import { loadPlaces } from './places.ts'
import { leadsUrl } from './sitemap.ts'

const ABOUT =
  'Real-estate lead packages by county: vacant houses, owner occupied and tired landlords, held for you while you check out and delivered within 24 hours.'

const NO_PLACE = 'Browse Premium Leads'

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '/terms': 'What you buy, how you pay, when leads arrive, how many buyers get them, and what happens if one is bad.',
  '/privacy': 'What this store knows about buyers and property owners, who else sees it, and when it is deleted.',
  '/refunds': 'When money goes back, when you get other leads or store credit instead, and how long it takes.',
  '/using-leads':
    'Before you call, text, email or visit: do-not-call lists, calling hours, texting, state rules and fair housing.',
  '/opt-out':
    'Owners of a property name it here, and we stop selling its details at once, delete what we know of it and ask earlier buyers to remove it. No account is needed.',
  '/trust':
    'What this store sells, how much of it was delivered on time, what came of claims and how fast owners who opted out were left alone: counted once a day from its own records.',
}

/** By the first part of the path. The home page has the store’s own title, and `/leads` one for each place. */
const TITLES: Readonly<Record<string, string>> = {
  desk: DESK_TITLE,
  'opt-out': OPT_OUT_TITLE,
  trust: TRUST_TITLE,
  ...LEGAL_TITLES,
  checkout: 'Checkout',
  'payment-success': 'Thank you for your order',
  order: 'Your order',
  delivery: 'Your leads',
  payment: 'Your payment request',
  invoice: 'Invoice',
  'verify-email': TEAM_TITLES['confirm-email'],
  ...TEAM_TITLES,
}

/** Describes a page for search engines and link previews. Names come from the catalogue, never from the address. */
export async function describePage(ctx: Context, path: string, query: string): Promise<PageHead> {
  const page = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  try {
    if (page === '/leads') return await describeLeads(ctx, Object.fromEntries(new URLSearchParams(query)))
  } catch (error) {
    const plain = general(ctx, { title: NO_PLACE, canonicalPath: null })
    if (error instanceof Refusal) return plain
    ctx.node.warn(ctx.log, { reason: String(error) }, 'a page goes out without its county')
    // A crawler that comes while the database is down must not think that the county is gone.
    return { ...plain, isIndexed: true }
  }
  const isPublic = INDEXED_PATHS.some((indexed) => indexed === page)
  const title = isPagePath(page) ? TITLES[page.split('/')[1] ?? ''] : '404: Page Not Found'
  return general(ctx, { title, description: DESCRIPTIONS[page] ?? ABOUT, canonicalPath: isPublic ? page : null })
}

/** @param facts.canonicalPath null for a page that stays out of search engines, and has no picture */
function general(
  ctx: Context,
  facts: { title?: string | undefined; description?: string; canonicalPath: string | null; picture?: string },
): PageHead {
  const { title, description = ABOUT, canonicalPath, picture = PICTURE_OF_ALL } = facts
  const siteName = ctx.config.brand.name
  return {
    title: title ? `${title} | ${siteName}` : `${siteName}: real-estate leads by county`,
    description,
    siteName,
    canonicalUrl: canonicalPath === null ? null : `${ctx.publicUrl}${canonicalPath}`,
    isIndexed: canonicalPath !== null,
    pictureUrl: canonicalPath === null ? null : `${ctx.publicUrl}/pictures/${picture}.png`,
    type: 'website',
    jsonLd: null,
  }
}

/** @throws Refusal `unknown_state`, `unknown_county` */
async function describeLeads(ctx: Context, address: Readonly<Record<string, string>>): Promise<PageHead> {
  const { state = '', county } = address
  if (!state && !county) {
    const description = `Choose a state and a county to see which lead packages you can buy there right now. ${ABOUT}`
    return general(ctx, { title: NO_PLACE, description, canonicalPath: leadsUrl({}) })
  }
  const places = await loadPlaces(ctx)
  const counties = places.countiesOf(state)
  if (!county) {
    const many = counties.length === 1 ? 'the one county' : `all ${counties.length} counties`
    const description = `Lead packages in ${many} of ${state}: vacant houses, owner occupied and tired landlords, never oversold and delivered within 24 hours. ${buyersSentence(ctx.config.saleCaps)}`
    const picture = counties[0]?.fips.slice(0, 2) ?? PICTURE_OF_ALL
    return general(ctx, { title: leadsTitle(state), description, canonicalPath: leadsUrl({ state }), picture })
  }
  const { fips } = places.county(state, county)
  return describeCounty(ctx, { state, county, fips, type: LEAD_TYPES.find((one) => one === address.type) })
}

async function describeCounty(
  ctx: Context,
  place: { state: string; county: string; fips: string; type: LeadType | undefined },
) {
  const all: Package[] = JSON.parse((await listPackages(ctx, place)).body)
  const packages = all.filter(({ leadType }) => !place.type || leadType === place.type)
  const inStock = packages.filter(({ available }) => available > 0)
  const prices = (inStock.length > 0 ? inStock : packages).map(({ price }) => Math.round(price * 100))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const offered = place.type ? LEADS_NAMES[place.type] : 'vacant houses, owner occupied and tired landlords'
  const stock =
    inStock.length > 0
      ? `${inStock.length} lead ${inStock.length === 1 ? 'package' : 'packages'} in stock`
      : 'Lead packages, sold out at the moment,'
  const written = countyName(place)
  const title = leadsTitle(written, place.type)
  const description = `${stock} for ${written}: ${offered}, ${formatCents(low)} to ${formatCents(high)}, held for you while you check out and delivered within 24 hours.`
  const head = general(ctx, { title, description, canonicalPath: leadsUrl(place), picture: place.fips })
  return {
    ...head,
    type: 'product' as const,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: title,
      description,
      category: 'Real-estate leads',
      brand: { '@type': 'Brand', name: head.siteName },
      url: head.canonicalUrl,
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: (low / 100).toFixed(2),
        highPrice: (high / 100).toFixed(2),
        priceCurrency: 'USD',
        offerCount: inStock.length || packages.length,
        availability: `https://schema.org/${inStock.length > 0 ? 'InStock' : 'OutOfStock'}`,
        url: head.canonicalUrl,
      },
    },
  }
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  COUNTED_MAX,
  type LeadType,
  LOW_STOCK_MAX,
  listPackages,
  type Package,
  type PackageId,
  sizeName,
  TIER_FACTS,
} from '#contract/catalogue/catalogue.ts'
import { getCart } from '#contract/orders/cart.ts'
import { watchPackages } from '#contract/stock/stock.ts'
import { callApi, fillPath, query, queryClient } from '#web/lib/call-api.ts'
import { followStream } from '#web/lib/follow-stream.ts'
import { formatCount, formatPrice } from '#web/lib/format.ts'
import { dealsOf, offersQuery } from '#web/lib/package-deals.ts'
import { type Market, packagesQuery } from './catalogue-data.ts'
import { changeMarks, shownDeals } from './county-on-screen.ts'

/** Reports a county's packages as they change while the page is visible. @returns a function to stop */
export const followPackages = (market: Market, onPackages: (packages: Package[]) => void): (() => void) =>
  followStream({
    url: fillPath(watchPackages.path, { ...market }),
    event: 'packages',
    onEvent: (data) => {
      const packages = readPackages(data)
      if (packages) onPackages(packages)
    },
    poll: async (isDown) => {
      const reading = callApi(listPackages, { params: market, isRefresh: true })
      // A failed read changes nothing on screen; the next one is 15 s away.
      const packages = await reading.catch(() => null)
      if (packages && isDown()) onPackages(packages)
    },
  })

/** The packages of an event; null for an incomplete message, which the next one replaces. */
function readPackages(data: string): Package[] | null {
  try {
    const packages: unknown = JSON.parse(data)
    return Array.isArray(packages) ? packages : null
  } catch {
    return null
  }
}

type PackageChange = { before: Package; after: Package }

function changesBetween(before: readonly Package[], after: readonly Package[]): readonly PackageChange[] {
  const known = new Map(before.map((one) => [one.id, one]))
  return after.flatMap((one) => {
    const old = known.get(one.id)
    return old && (old.price !== one.price || shownStock(old) !== shownStock(one)) ? [{ before: old, after: one }] : []
  })
}

/** Above 999 all counts read 'Unlimited', so changes among those are invisible. */
const shownStock = ({ available }: Package): number => Math.min(Math.max(available, 0), COUNTED_MAX + 1)

/** Null for a count that changed without consequence: a screen reader that announced each would never stop. */
function sentenceOf({ before, after }: PackageChange): string | null {
  const name = `${TIER_FACTS[after.tier].name} ${sizeName(after.size)}`
  if (before.price !== after.price)
    return `${name} now costs ${formatPrice(after.price)}, it was ${formatPrice(before.price)}.`
  const [was, is] = [shownStock(before), shownStock(after)]
  if (is === 0) return `${name} is out of stock.`
  if (was === 0) return `${name} is back in stock.`
  if (is <= LOW_STOCK_MAX && was > LOW_STOCK_MAX) return `${name}: ${formatCount(is)} left.`
  return null
}

const SENTENCES_MAX = 3

function newsOf(changes: readonly PackageChange[]): string {
  const sentences = changes.map(sentenceOf).filter((sentence) => sentence !== null)
  const more = sentences.length - SENTENCES_MAX
  return [...sentences.slice(0, SENTENCES_MAX), ...(more > 0 ? [`${formatCount(more)} more changed.`] : [])].join(' ')
}

/** After the visitor's own change of the cart, stock follows within this time: also of packages that share its leads. */
const OWN_MS = 3_000
const isOwnChange = () =>
  queryClient.isMutating() > 0 ||
  Date.now() - (queryClient.getQueryState(query(getCart).queryKey)?.dataUpdatedAt ?? 0) < OWN_MS

/** Long enough to notice, short enough not to pile up. */
const MARK_MS = 2_400

/** Keeps the county on screen up to date, marks what others changed, announces what is in view, and reports offers. */
export function LivePackages({ market: { state, county }, leadType }: { market: Market; leadType: LeadType }) {
  const [news, setNews] = useState('')
  const shownType = useRef(leadType)
  shownType.current = leadType
  useEffect(() => {
    const { queryKey } = packagesQuery({ state, county })
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = followPackages({ state, county }, (packages) => {
      const changes = changesBetween(queryClient.getQueryData(queryKey) ?? [], packages)
      queryClient.setQueryData(queryKey, packages)
      if (changes.length === 0) return
      const marked = changes.filter(({ before, after }) => before.price !== after.price || !isOwnChange())
      changeMarks.set(new Set(marked.map(({ after }) => after.id)))
      const said = newsOf(changes.filter(({ after }) => after.leadType === shownType.current && isInView(after.id)))
      if (said !== '') setNews(said)
      clearTimeout(timer)
      timer = setTimeout(() => changeMarks.set(new Set()), MARK_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
      changeMarks.set(new Set())
      setNews('')
    }
  }, [state, county])
  const { data: packages } = useQuery(packagesQuery({ state, county }))
  const { data: offers } = useQuery(offersQuery)
  useEffect(() => {
    if (packages && offers) shownDeals.set(dealsOf(packages, offers))
  }, [packages, offers])
  useEffect(() => () => shownDeals.set(new Map()), [])
  return (
    <p aria-live="polite" className="sr-only">
      {news}
    </p>
  )
}

function isInView(packageId: PackageId): boolean {
  const row = document.getElementById(packageId)?.getBoundingClientRect()
  return row !== undefined && row.bottom > 0 && row.top < window.innerHeight
}

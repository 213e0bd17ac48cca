import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  COUNTED_MAX,
  type LeadType,
  LOW_STOCK_MAX,
  type Package,
  type PackageId,
  sizeName,
  TIER_FACTS,
} from '#contract/catalogue/catalogue.ts'
import { formatCount, formatPrice } from '#web/lib/format.ts'
import { offersQuery } from '#web/lib/offers-query.ts'
import { dealsOf } from '#web/lib/package-deals.ts'
import { queryClient } from '#web/lib/query.ts'
import { type Market, packagesQuery } from './catalogue-data.ts'
import { changeMarks } from './change-marks.ts'
import { followPackages } from './follow-packages.ts'
import { shownDeals } from './shown-deals.ts'

/** A package whose price or stock changed while it was on screen. */
export interface PackageChange {
  before: Package
  after: Package
}

/** The differences between two reads of a county, in the order of the later one. */
export function changesBetween(before: readonly Package[], after: readonly Package[]): readonly PackageChange[] {
  const known = new Map(before.map((one) => [one.id, one]))
  return after.flatMap((one) => {
    const old = known.get(one.id)
    return old && (old.price !== one.price || shownStock(old) !== shownStock(one)) ? [{ before: old, after: one }] : []
  })
}

/** Above 999 all counts read 'Unlimited', so changes among those are invisible. */
const shownStock = ({ available }: Package): number => Math.min(Math.max(available, 0), COUNTED_MAX + 1)

/**
 * Describes a change, or null for a count that changed without consequence: in a busy county that happens every second,
 * and a screen reader that announced each would never stop.
 */
export function sentenceOf({ before, after }: PackageChange): string | null {
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

/** Announces several changes at once: three sentences, then how many more. Empty if nothing is worth announcing. */
export function newsOf(changes: readonly PackageChange[]): string {
  const sentences = changes.map(sentenceOf).filter((sentence) => sentence !== null)
  const more = sentences.length - SENTENCES_MAX
  return [...sentences.slice(0, SENTENCES_MAX), ...(more > 0 ? [`${formatCount(more)} more changed.`] : [])].join(' ')
}

/** Long enough to notice, short enough not to pile up. */
const MARK_MS = 2_400

/**
 * Keeps the county on screen up to date, marks changed rows, and announces important changes once, for what is in view.
 * It also reports active offers. Renders nothing else.
 */
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
      changeMarks.set(new Set(changes.map(({ after }) => after.id)))
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

  return (
    <>
      <OffersInEffect market={{ state, county }} />
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
    </>
  )
}

function isInView(packageId: PackageId): boolean {
  const row = document.getElementById(packageId)?.getBoundingClientRect()
  return row !== undefined && row.bottom > 0 && row.top < window.innerHeight
}

/** Computes what active offers mean for the packages on screen. Renders nothing. */
function OffersInEffect({ market }: { market: Market }) {
  const { data: packages } = useQuery(packagesQuery(market))
  const { data: offers } = useQuery(offersQuery)
  useEffect(() => {
    if (packages && offers) shownDeals.set(dealsOf(packages, offers))
  }, [packages, offers])
  useEffect(() => () => shownDeals.set(new Map()), [])
  return null
}

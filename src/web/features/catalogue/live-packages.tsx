import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LeadType, PackageId } from '#contract/catalogue/catalogue.ts'
import { offersQuery } from '#web/lib/offers-query.ts'
import { dealsOf } from '#web/lib/package-deals.ts'
import { queryClient } from '#web/lib/query.ts'
import { type Market, packagesQuery } from './catalogue-data.ts'
import { changeMarks } from './change-marks.ts'
import { followPackages } from './follow-packages.ts'
import { changesBetween, newsOf } from './package-changes.ts'
import { shownDeals } from './shown-deals.ts'

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

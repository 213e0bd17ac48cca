import { lazy, Suspense, useState } from 'react'
import { useIsPrerendered } from '#web/lib/served-page.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { partMissing } from './late-parts.tsx'

const load = () => import('./below-hero.tsx').then((file) => ({ default: file.BelowHero }))
/** If the code does not arrive, the served HTML stays as it is, with links that work. */
const ServedPart = lazy(() => load().catch(() => new Promise<never>(() => {})))
/** Always the same element, so React does not look at the served HTML again before the code is here. */
const SERVED = (
  <Suspense>
    <ServedPart />
  </Suspense>
)
const NO_PROPS = {}

/** Hydrates this part of the served page once its code is here, after the first paint. Elsewhere, it loads on demand. */
export function BelowHero() {
  const isPrerendered = useIsPrerendered()
  const [isServed] = useState(isPrerendered)
  if (isServed) return SERVED
  return (
    <LatePart
      load={load}
      props={NO_PROPS}
      waiting={<div className="h-[500dvh]" />}
      failed={partMissing('The rest of the page')}
    />
  )
}

import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Comparisons, HowItWorks, Reasons, SampleSection } from '#web/features/catalogue/home/reasons.tsx'
import { rememberedBuyer } from '#web/features/checkout/contact-draft.ts'
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { VipGroupLink } from './vip-group-link.tsx'

export const BelowHero = () => (
  <>
    <WelcomeBack />
    <SampleSection />
    <Reasons />
    <Comparisons />
    <HowItWorks />
    <FinalCall />
  </>
)

/** Under the search, whose page has no bytes to spare for it. */
function WelcomeBack() {
  const [shown, setShown] = useState<ReactNode>(null)
  useEffect(() => {
    const buyer = rememberedBuyer()
    const place = document.querySelector('main search')?.parentElement
    const words = (
      <p className="mt-3 text-sm text-muted">
        Welcome back.{' '}
        <Link to={paths.desk} className="inline-block py-2 text-accent underline underline-offset-2">
          {buyer?.words}
        </Link>
      </p>
    )
    if (buyer && place) setShown(createPortal(words, place))
  }, [])
  return shown
}

const VIP_GROUP = 'Join VIP Buyers Group'
const VIP_GROUP_LOOK = buttonClasses('plain', 'large')

function FinalCall() {
  const isHydrated = useIsHydrated()
  return (
    <section aria-labelledby="start-title" className="page-width">
      <div className="flex flex-wrap items-center gap-x-10 gap-y-5 rounded-md border border-accent/30 lg:flex-nowrap bg-accent-quiet p-5 sm:p-8">
        <div className="grow">
          <h2 id="start-title" className="display text-2xl">
            Your next closing is in a county you already know.
          </h2>
          <p className="mt-1 text-muted">Type your ZIP code and see what’s in stock.</p>
        </div>
        <div className="flex flex-wrap gap-3 lg:shrink-0 max-sm:*:grow">
          <Link to={paths.leads} className={buttonClasses('primary', 'large')}>
            Start Buying Leads Today
          </Link>
          {isHydrated ? (
            <VipGroupLink className={VIP_GROUP_LOOK}>{VIP_GROUP}</VipGroupLink>
          ) : (
            <span className={`${VIP_GROUP_LOOK} invisible`}>{VIP_GROUP}</span>
          )}
        </div>
      </div>
    </section>
  )
}

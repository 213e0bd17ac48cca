import { Link } from '@tanstack/react-router'
import { Comparisons } from '#web/features/catalogue/home/comparisons.tsx'
import { HowItWorks } from '#web/features/catalogue/home/how-it-works.tsx'
import { Reasons } from '#web/features/catalogue/home/reasons.tsx'
import { SampleSection } from '#web/features/catalogue/sample/sample-section.tsx'
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { PlatDrawing } from './plat-drawing.tsx'
import { VipGroupLink } from './vip-group-link.tsx'

/** What the home page shows below its hero: a sample lead, and why and how to buy. It hydrates late. */
export function BelowHero() {
  return (
    <>
      <SampleSection />
      <Reasons />
      <Comparisons />
      <HowItWorks />
      <FinalCall />
    </>
  )
}

const VIP_GROUP = 'Join VIP Buyers Group'
const VIP_GROUP_LOOK = buttonClasses('plain', 'large')

function FinalCall() {
  const isHydrated = useIsHydrated()
  return (
    <section aria-labelledby="start-title" className="page-width">
      <div className="relative overflow-clip rounded-md border border-accent/30 bg-accent-quiet">
        <PlatDrawing />
        <div className="relative p-5 sm:p-10 lg:max-w-[60%] lg:p-12">
          <h2 id="start-title" className="display text-3xl">
            Your next closing is in a county you already know.
          </h2>
          <p className="mt-3 max-w-[48ch] text-muted">
            See your price in three steps: state, county, lead type. We reserve what you pick while you check out.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
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
      </div>
    </section>
  )
}

import { Link } from '@tanstack/react-router'
import { Comparisons, HowItWorks, Reasons } from '#web/features/catalogue/home/reasons.tsx'
import { SampleSection } from '#web/features/catalogue/sample/sample-section.tsx'
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { VipGroupLink } from './vip-group-link.tsx'

const PlatDrawing = () => (
  <svg
    viewBox="0 0 420 340"
    preserveAspectRatio="xMaxYMid slice"
    aria-hidden="true"
    className="absolute inset-y-0 right-0 h-full w-[38%] max-lg:hidden"
  >
    <g fill="none" className="stroke-accent/35" strokeWidth="1">
      <path d="M0 40 420 14M0 122 420 106M0 206 420 210M0 298 420 320M20 -10V350M110 -10V350M200 -10V350M292 -10V350M384 -10V350" />
      <path d="M65 36V119.5M155 30.5V116M246 25V112.7M338 19V109.2M65 206.6V301.4M155 207.5V306M246 208.3V311M338 209.2V315.7" />
      <path d="M0 165 420 158" strokeDasharray="2 5" />
    </g>
    <path d="M200 114.4 292 110.9V208.8L200 207.9Z" className="fill-accent stroke-accent" strokeWidth="2" />
    <g className="fill-accent-quiet stroke-accent" strokeWidth="1.5">
      <circle cx="200" cy="114.4" r="4" />
      <circle cx="292" cy="110.9" r="4" />
      <circle cx="292" cy="208.8" r="4" />
      <circle cx="200" cy="207.9" r="4" />
    </g>
  </svg>
)

export const BelowHero = () => (
  <>
    <SampleSection />
    <Reasons />
    <Comparisons />
    <HowItWorks />
    <FinalCall />
  </>
)

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

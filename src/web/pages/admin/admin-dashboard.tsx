import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { type AdminSearch, paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RailTabs } from '#web/ui/rail-tabs.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DashboardFrame } from '../account/dashboard-frame.tsx'
import { partMissing } from '../store/late-parts.tsx'
import { ADMIN_TABS, type AdminTabName, adminTabOf } from './admin-tabs.ts'

const TITLE = TEAM_TITLES['admin-enhanced']
const NO_PROPS = {}
const route = getRouteApi(paths.admin)

/** The first tab needs no name; what else an address says belongs to the tab that is left. */
const searchOfTab = (tab: AdminTabName): AdminSearch => (tab === ADMIN_TABS[0].value ? {} : { tab })

/** Header and tabs; each tab is loaded when it is opened and keeps its state in the address. */
export function AdminDashboard({ user }: { user: CurrentUser }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const tab = adminTabOf(search.tab)
  return (
    <DashboardFrame
      title={TITLE}
      tabTitle={`${tab.label} - ${TITLE}`}
      subtitle="Manage sales team, pricing, and lead packages"
      badge={user.username}
      actions={
        <Link to={paths.home} className={buttonClasses('plain')}>
          Back to Home
        </Link>
      }
    >
      <Notice
        className="mb-5"
        action={
          <Link to={paths.sales} className={buttonClasses('plain')}>
            Open the Sales Dashboard
          </Link>
        }
      >
        Inventory Control and Special Offers come with the next release. Carts, invoices, payment requests and customers
        are on the sales dashboard already.
      </Notice>
      <RailTabs
        label="Section"
        tabs={ADMIN_TABS}
        value={tab.value}
        hrefOf={(value) => router.buildLocation({ to: paths.admin, search: searchOfTab(value) }).href}
        onChange={(value) => void navigate({ search: searchOfTab(value) })}
      >
        <LatePart
          key={tab.value}
          load={tab.load}
          props={NO_PROPS}
          waiting={<Skeleton className="h-96" />}
          failed={partMissing(tab.label)}
        />
      </RailTabs>
    </DashboardFrame>
  )
}

import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/members/auth.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { AttentionBadge } from '#web/features/admin/attention/attention-badge.tsx'
import { AttentionStrip } from '#web/features/admin/attention/attention-strip.tsx'
import { type AdminSearch, paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { RailTabs } from '#web/ui/rail-tabs.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DashboardFrame } from '../account/dashboard-frame.tsx'
import { partMissing } from '../store/late-parts.tsx'
import { ADMIN_TABS, type AdminTabName, adminTabOf } from './admin-tabs.ts'
import { DESK_PAGES, deskPageOf } from './desk-pages.ts'

const TITLE = TEAM_TITLES['admin-enhanced']
const NO_PROPS = {}

/** The first tab needs no name; other parts of the URL belong to the tab that is left. */
const searchOfTab = (tab: AdminTabName): AdminSearch => (tab === ADMIN_TABS[0].value ? {} : { tab })

/** Header, tabs and the administrators' pages; each is loaded when it is opened and keeps its state in the URL. */
export function AdminDashboard({ user }: { user: CurrentUser }) {
  const { tab: tabName } = useSearch({ strict: false })
  const { section } = useParams({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const page = deskPageOf(section)
  const tab = page ? null : adminTabOf(tabName)
  const shown = page ?? adminTabOf(tabName)
  return (
    <DashboardFrame
      title={TITLE}
      tabTitle={`${shown.label} - ${TITLE}`}
      subtitle="Manage sales team, pricing, and lead packages"
      badge={user.username}
      strip={page?.value === 'attention' ? null : <AttentionStrip />}
      actions={
        <>
          {/* Carts, invoices and customers are there, also for administrators. */}
          <Link to={paths.sales} className={buttonClasses('plain')}>
            <span>
              Sales<span className="max-sm:sr-only"> Dashboard</span>
            </span>
          </Link>
          <Link to={paths.home} className={buttonClasses('plain')}>
            Back to Home
          </Link>
        </>
      }
    >
      <RailTabs
        label="Section"
        tabs={ADMIN_TABS}
        value={tab?.value ?? null}
        hrefOf={(value) => router.buildLocation({ to: paths.admin, search: searchOfTab(value) }).href}
        onChange={(value) => void navigate({ to: paths.admin, search: searchOfTab(value) })}
        more={{
          label: 'The day',
          links: DESK_PAGES.map(({ value, label }) => ({
            value,
            label,
            note: value === 'attention' && <AttentionBadge />,
            href: router.buildLocation({ to: paths.adminDesk, params: { section: value } }).href,
          })),
          value: page?.value ?? null,
          onChange: (value) => void navigate({ to: paths.adminDesk, params: { section: value } }),
        }}
      >
        <LatePart
          key={shown.value}
          load={shown.load}
          props={NO_PROPS}
          waiting={<Skeleton className="h-96" />}
          failed={partMissing(shown.label)}
        />
      </RailTabs>
    </DashboardFrame>
  )
}

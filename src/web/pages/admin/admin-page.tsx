import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { AttentionBadge } from '#web/features/admin/attention/attention-data.tsx'
import { DashboardFrame, MemberGate } from '#web/pages/account/dashboard-frame.tsx'
import { CommandPalette } from '#web/pages/palette/command-palette.tsx'
import { partMissing } from '#web/pages/store/late-parts.tsx'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { RailTabs } from '#web/ui/rail-tabs.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type AdminTabName, adminTabOf } from './admin-tabs.ts'
import { placeOfPage, RAIL, railPageOf, TODAY } from './rail-pages.ts'

const TITLE = TEAM_TITLES['admin-enhanced']
const NO_PROPS = {}

/** Header, tabs and the administrators' pages; each is loaded when it is opened and keeps its state in the URL. */
function AdminDashboard({ user }: { user: CurrentUser }) {
  const { tab: tabName } = useSearch({ strict: false })
  const { section } = useParams({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  // Loaded before anyone presses its key, so that it opens at once.
  useEffect(() => void loadPalette().catch(() => {}), [])
  const page = section === undefined && tabName === undefined ? TODAY : railPageOf(section)
  const tab = page ? undefined : adminTabOf(tabName)
  const shown = page ?? adminTabOf(tabName)
  const hrefOfTab = (value: AdminTabName) => router.buildLocation({ to: paths.admin, search: { tab: value } }).href
  const groups = RAIL.map(({ label, tabs, pages }) => ({
    label,
    tabs: tabs.map((value) => ({ value, label: adminTabOf(value).label, href: hrefOfTab(value) })),
    pages: pages.map(({ value, label: name }) => ({
      value,
      label: name,
      note: value === TODAY.value && <AttentionBadge />,
      href: router.buildLocation(placeOfPage(value)).href,
    })),
  }))
  return (
    <>
      <DashboardFrame
        title={TITLE}
        tabTitle={`${shown.label} - ${TITLE}`}
        subtitle="Manage sales team, pricing, and lead packages"
        badge={user.username}
        actions={
          <>
            {/* Carts, invoices and customers are there, for administrators too. */}
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
          groups={groups}
          open={{ tab: tab?.value, page: page?.value }}
          onTab={(value) => void navigate({ to: paths.admin, search: { tab: adminTabOf(value).value } })}
          onPage={(value) => void navigate(placeOfPage(value))}
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
      <CommandPalette Palette={LatePalette} hasSlash />
    </>
  )
}

const loadPalette = () => import('./admin-palette.tsx')

/** Its searches are more than the first screen needs. */
const LatePalette = ({ onClose }: { onClose: () => void }) => (
  <LatePart
    load={loadPalette}
    props={{ onClose }}
    waiting={
      <p role="status" className="fixed top-4 left-4 bg-surface p-4">
        Opening the search…
      </p>
    }
    failed={partMissing('The search')}
  />
)

/** The administrators' dashboard, and what everyone else sees instead. */
export const AdminPage = () => (
  <MemberGate title={TITLE} visitor={<Instead user={null} />}>
    {(user) =>
      user.role === 'admin' && !user.needsSecondFactor ? <AdminDashboard user={user} /> : <Instead user={user} />
    }
  </MemberGate>
)

const loadInstead = () => import('./instead-of-dashboard.tsx')

const Instead = ({ user }: { user: CurrentUser | null }) => (
  <LatePart load={loadInstead} props={{ user }} failed={partMissing('This page')} />
)

import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { type LucideIcon, Menu, Settings as SettingsIcon, ShoppingCart } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { AttentionBadge } from '#web/features/admin/attention/attention-data.tsx'
import { DashboardFrame, dockEntryClasses, MemberGate, PhoneDock } from '#web/pages/account/dashboard-frame.tsx'
import { CommandPalette } from '#web/pages/palette/command-palette.tsx'
import { useKeysDialog } from '#web/pages/palette/use-keys-dialog.tsx'
import { OpenedRequest } from '#web/pages/sales/opened-request.tsx'
import { partMissing } from '#web/pages/store/late-parts.tsx'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { RailGroup, RailTabs } from '#web/ui/rail-tabs.tsx'
import type { Keys } from '#web/ui/single-keys.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type AdminTabName, adminTabOf, type Place, pageOf, placeOfPage, RAIL, SETTINGS, TODAY } from './rail-pages.ts'

const TITLE = TEAM_TITLES['admin-enhanced']
const NO_PROPS = {}

/** Header, tabs and the administrators' pages; each is loaded when it is opened and keeps its state in the URL. */
function AdminDashboard({ user }: { user: CurrentUser }) {
  const { tab: tabName, open: opened } = useSearch({ strict: false })
  const { section } = useParams({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  // Loaded before anyone presses its key, so that it opens at once.
  useEffect(() => void loadPalette().catch(() => {}), [])
  const { showKeys, keysDialog } = useKeysDialog(KEYS)
  const open = pageOf(section === undefined && tabName === undefined ? TODAY.value : section)
  const tab = open ? undefined : adminTabOf(tabName)
  const shown = open?.page ?? adminTabOf(tabName)
  const heading = open?.place.label ?? (opened === 'many-packages' ? 'Change many packages' : shown.label)
  const entryOf = (entry: Entry) => ({
    ...entry,
    shortcut: KEYS.find(({ does }) => does === entry.label)?.keys[1],
    note: entry.value === TODAY.value && <AttentionBadge />,
    href: router.buildLocation(entry.target).href,
  })
  const runs = GROUPS.map(({ tabs, pages, ...run }) => ({ ...run, tabs: tabs.map(entryOf), pages: pages.map(entryOf) }))
  return (
    <>
      <DashboardFrame
        title={TITLE}
        tabTitle={`${open && open.place.pages.length > 1 ? `${shown.label} - ` : ''}${heading} - ${TITLE}`}
        subtitle="Manage sales team, pricing, and lead packages"
        hasHeading
        user={user}
        onKeys={showKeys}
        dock={<AdminDock open={open?.place.pages[0].value ?? shown.value} />}
        actions={
          <>
            <CommandPalette Palette={LatePalette} />
            <Link to={paths.sales} className={`${buttonClasses('quiet')} max-sm:hidden`}>
              Sales Dashboard
            </Link>
            <Link to={paths.home} className={`${buttonClasses('quiet')} max-md:hidden`}>
              Back to Home
            </Link>
            <Link
              to={paths.adminSection}
              params={{ section: 'settings' }}
              aria-label="Settings"
              title="Settings"
              aria-current={open?.place === SETTINGS ? 'page' : undefined}
              className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-accent-quiet aria-[current]:bg-accent-quiet"
            >
              <SettingsIcon size={18} aria-hidden="true" />
            </Link>
          </>
        }
      >
        <RailTabs
          label="Section"
          heading={heading}
          runs={runs}
          open={{ tab: tab?.value, page: open?.place.pages[0].value }}
          onTab={(value) => void navigate({ to: paths.admin, search: { tab: adminTabOf(value).value } })}
          onPage={(value) => void navigate(placeOfPage(value))}
        >
          {open && <PageTabs place={open.place} open={shown.value} />}
          <LatePart
            key={shown.value}
            load={shown.load}
            props={NO_PROPS}
            waiting={<Skeleton className="h-96" />}
            failed={partMissing(shown.label)}
          />
        </RailTabs>
        {(shown.value === 'links' || shown.value === 'customers') && <OpenedRequest />}
      </DashboardFrame>
      {keysDialog}
    </>
  )
}

interface Entry {
  value: string
  label: string
  icon: LucideIcon
  target:
    | ReturnType<typeof placeOfPage>
    | { to: typeof paths.admin; search: { tab: AdminTabName } }
    | { to: typeof paths.sales }
}
const tabEntry = (tab: AdminTabName): Entry => ({ ...adminTabOf(tab), target: { to: paths.admin, search: { tab } } })
const placeEntry = ({ label, icon, pages: [{ value }] }: Place): Entry => {
  return { value, label, icon, target: placeOfPage(value) }
}
const GROUPS = RAIL.map(({ tabs = [], places = [], ...run }) => {
  return { ...run, tabs: tabs.map(tabEntry), pages: places.map(placeEntry) }
})
/** Every entry of the rail. */
const ENTRIES = GROUPS.flatMap(({ tabs, pages }) => [...tabs, ...pages])

/** As on the sales dashboard, `g` and a digit; My Profile, the last, is in the member's menu. */
const KEYS: Keys = ENTRIES.slice(0, 10).map(({ label }, at) => ({ keys: ['g', String((at + 1) % 10)], does: label }))

/** The most used entries are in the dock; the menu has them all, and what a wide screen has in its header. */
const DOCKED = ['today', 'orders', 'links', 'analytics']
const SALES: Entry = { value: 'sales', label: 'Sales Dashboard', icon: ShoppingCart, target: { to: paths.sales } }
const MENU = [...GROUPS, { name: 'More', tabs: [], pages: [placeEntry(SETTINGS), SALES] }]

function AdminDock({ open }: { open: string }) {
  const [isMenu, setIsMenu] = useState(false)
  return (
    <PhoneDock>
      {ENTRIES.filter(({ value }) => DOCKED.includes(value)).map(({ value, label, icon: Icon, target }) => (
        <Link
          key={value}
          {...target}
          activeOptions={EXACT}
          aria-current={value === open ? 'page' : undefined}
          className={dockEntryClasses(value === open)}
        >
          <Icon size={20} aria-hidden="true" />
          {value === 'links' ? 'Links' : label}
          {value === TODAY.value && (
            <span className="absolute top-0.5 left-1/2 ml-2">
              <AttentionBadge />
            </span>
          )}
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsMenu(true)}
        className={dockEntryClasses(!DOCKED.includes(open))}
      >
        <Menu size={20} aria-hidden="true" />
        Menu
      </button>
      {isMenu && (
        <Dialog title="Menu" onClose={() => setIsMenu(false)}>
          <nav aria-label="Menu" className="-mx-3 grid gap-3">
            {MENU.map(({ name = '', tabs, pages }) => (
              <RailGroup key={name} name={name}>
                {[...tabs, ...pages].map(({ value, label, icon: Icon, target }) => (
                  <Link
                    key={value}
                    {...target}
                    activeOptions={EXACT}
                    onClick={() => setIsMenu(false)}
                    aria-current={value === open ? 'page' : undefined}
                    className="flex min-h-11 items-center gap-3 rounded-md px-3 text-base aria-[current]:bg-accent-quiet aria-[current]:font-semibold"
                  >
                    <Icon size={18} aria-hidden="true" className="text-muted" />
                    {label}
                  </Link>
                ))}
              </RailGroup>
            ))}
          </nav>
        </Dialog>
      )}
    </PhoneDock>
  )
}

/** Today's address is the start of the others', which would make it current on all of them. */
const EXACT = { exact: true } as const

/** The pages of a place, below its heading; none for a place of one. */
const PageTabs = ({ place: { label, pages }, open }: { place: Place; open: string }) =>
  pages.length > 1 && (
    <nav aria-label={label} className="mb-5 flex flex-wrap gap-x-5 border-b border-line">
      {pages.map((page) => (
        <Link
          key={page.value}
          {...placeOfPage(page.value)}
          aria-current={page.value === open ? 'page' : undefined}
          className="flex min-h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent font-semibold text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-accent"
        >
          {page.label}
          {page.kinds && <AttentionBadge kinds={page.kinds} />}
        </Link>
      ))}
    </nav>
  )

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

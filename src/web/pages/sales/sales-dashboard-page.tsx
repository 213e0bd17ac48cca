import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import * as icons from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { countyIndexQuery } from '#web/features/catalogue/search/county-index-data.ts'
import { type RecentCounty, recentCounties, rememberCounty } from '#web/features/catalogue/search/recent-counties.ts'
import { RequestNews } from '#web/features/links/live/request-news.tsx'
import { followRequests } from '#web/features/links/requests/request-data.ts'
import { useLogOut } from '#web/features/members/use-log-out.ts'
import { followServer, useCart } from '#web/features/orders/cart/cart-data.ts'
import { CartSync } from '#web/features/orders/cart/cart-sync.tsx'
import { firstEndOf, HoldAnnouncer, HoldCountdown } from '#web/features/orders/cart/hold-countdown.tsx'
import { salesStatisticsQuery, useEarnings, useRefresh } from '#web/features/sales/sales-data.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { formatCount, formatDollars, formatPlural, formatPrice } from '#web/lib/format.ts'
import { monthsOf } from '#web/lib/format-day.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { DashboardFrame, dockEntryClasses, MemberGate, PhoneDock } from '#web/pages/account/dashboard-frame.tsx'
import { CommandPalette } from '#web/pages/palette/command-palette.tsx'
import { OpenPalette, type PaletteAction, type PaletteEntry, useFoundPeople } from '#web/pages/palette/open-palette.tsx'
import { useKeysDialog } from '#web/pages/palette/use-keys-dialog.tsx'
import { partMissing } from '#web/pages/store/late-parts.tsx'
import { paths, type TeamSearch } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Figure } from '#web/ui/figure-strip.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { usePageKeys } from '#web/ui/page-keys.ts'
import { RailTabs } from '#web/ui/rail-tabs.tsx'
import { isSingleKey, type Keys } from '#web/ui/single-keys.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type PaletteContents, paletteContents } from '../palette/open-palette.tsx'
import { OpenedRequest } from './opened-request.tsx'
import * as salesNavigation from './sales-navigation.tsx'
import { focusPanel, isSaleStep, SALE_STEPS, type SalesTabName, searchOfTab } from './sales-navigation.tsx'

const ENTRIES: readonly { tab: SalesTabName; label: string }[] = [
  { tab: 'market', label: 'Sell' },
  { tab: 'requests', label: 'Requests' },
  { tab: 'history', label: 'History' },
  { tab: 'customers', label: 'Customers' },
  { tab: 'profile', label: 'Me' },
]

const ICONS: Readonly<Record<SalesTabName, icons.LucideIcon>> = {
  market: icons.MapPin,
  packages: icons.Package,
  cart: icons.ShoppingCart,
  invoice: icons.Send,
  requests: icons.FileText,
  history: icons.History,
  customers: icons.UsersRound,
  profile: icons.UserRound,
}

function SalesDock({ open }: { open: SalesTabName }) {
  const search = route.useSearch()
  const isSelling = isSaleStep(open)
  const hasCart = useCart().lines.length > 0
  // Sell returns to the step that was left, unless that sale was sent.
  const left = useRef<SalesTabName>(hasCart || search.county ? 'packages' : 'market')
  if (isSelling) left.current = open
  const back = hasCart || left.current === 'packages' ? left.current : 'market'
  return (
    <PhoneDock above={isSelling && open !== 'invoice' && <SaleTotal />}>
      {ENTRIES.map(({ tab, label }) => {
        const Icon = tab === 'market' ? icons.PhoneCall : ICONS[tab]
        const isOpen = isSaleStep(tab) ? isSelling : tab === open
        return (
          <Link
            key={tab}
            to={paths.sales}
            search={searchOfTab(search, tab === 'market' && !isSelling ? back : tab)}
            aria-current={isOpen ? 'page' : undefined}
            className={dockEntryClasses(isOpen)}
          >
            <Icon size={20} aria-hidden="true" />
            {label}
          </Link>
        )
      })}
    </PhoneDock>
  )
}

function SaleTotal() {
  const { lines, total } = useCart()
  const navigate = route.useNavigate()
  const handleReview = () => {
    void navigate({ search: (now) => searchOfTab(now, 'invoice'), resetScroll: false })
    // The button goes away with the step that needed it.
    focusPanel()
  }
  const endsAtMs = firstEndOf(lines)
  if (endsAtMs === null) return null
  return (
    <section
      aria-label="The sale"
      className="flex min-h-13 items-center justify-between gap-3 border-b border-line px-4 py-1"
    >
      <span className="figures flex flex-wrap items-center gap-x-1.5 text-sm">
        <span className="font-semibold">{formatPlural(lines.length, 'package')}</span>
        <span aria-hidden="true">·</span>
        <span className="font-semibold">{formatPrice(total)}</span>
        <span aria-hidden="true">·</span>
        <HoldCountdown endsAtMs={endsAtMs} size={14} className="gap-1.5!" />
      </span>
      <Button look="primary" onClick={handleReview}>
        Review
      </Button>
    </section>
  )
}

/** What a rep wants to know first, in a line: what is being sold, what is waiting, what came in. */
function SalesFigures({ className }: { className: string }) {
  const cart = useCart()
  const { data, error } = useQuery(salesStatisticsQuery)
  const isOfAll = useCurrentUser()?.role === 'admin'
  const { current } = monthsOf(useStoreZone())
  const earnings = useEarnings(current, !isOfAll)
  const soon = data?.expiringSoon ?? 0
  const unknown = error && !data ? '–' : undefined
  const [month, noMonth] = [earnings.data, earnings.error && !earnings.data ? '–' : undefined]
  const paidToday = month?.days.find(({ date }) => date === current.to)?.paid ?? 0
  const figures: (Figure & { opens: TeamSearch })[] = [
    {
      label: 'In the cart',
      opens: { tab: 'cart' },
      value: cart.isPending ? undefined : cart.error ? '–' : formatDollars(cart.total),
    },
    {
      label: `Waiting for payment${isOfAll ? ', of all reps' : ''}`,
      value: data ? formatCount(data.pending) : unknown,
      note: soon > 0 && `(${formatCount(soon)} expiring soon)`,
      isUrgent: soon > 0,
      opens: { tab: 'requests', ...(soon > 0 ? { queue: 'expiring' } : { status: 'sent' }) },
    },
    ...(isOfAll
      ? [
          {
            opens: { tab: 'history' },
            label: 'Paid through links',
            value: data ? formatDollars(data.paidTotal) : unknown,
          },
        ]
      : [
          { opens: { tab: 'history' }, label: 'Paid today', value: month ? formatDollars(paidToday) : noMonth },
          {
            opens: { tab: 'history' },
            label: 'Commission this month',
            value: month ? formatDollars(month.commission) : noMonth,
          },
        ]),
  ]
  return (
    <section aria-label={isOfAll ? 'Figures of all reps' : 'Your figures'} className={className}>
      <dl className="figures flex flex-wrap items-baseline gap-x-5">
        {figures.map(({ label, value, note, isUrgent, opens }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className={classes('font-semibold', isUrgent && 'text-attention')}>
              <Link to={paths.sales} search={opens} className="underline-offset-2 hover:underline">
                {value ?? <Skeleton className="inline-block h-4 w-12" />}
                {note && <span className="text-xs font-normal"> {note}</span>}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const route = getRouteApi(paths.sales)

const SALES_KEYS: Keys = [
  ...salesNavigation.TAB_NAMES.map((tab, index) => ({ keys: ['g', String(index + 1)], does: tab.label })),
  { keys: ['Esc'], does: 'Leave a field' },
  { keys: ['n'], does: 'Next step of the sale' },
  { keys: ['p'], does: 'Previous step of the sale' },
  { keys: ['r'], does: 'Refresh Data' },
]

/** Single keys, from anywhere except where a letter would be typed or a dialog is open. */
function useSalesKeys(step: salesNavigation.SalesTabName, refresh: () => void): void {
  const navigate = route.useNavigate()
  usePageKeys((event) => {
    if (!isSingleKey(event) || event.repeat) return false
    if (event.key === 'n' || event.key === 'p') {
      const next = salesNavigation.stepBeside(step, event.key === 'n' ? 1 : -1)
      if (!next) return false
      void navigate({ search: (now) => salesNavigation.searchOfTab(now, next), resetScroll: false })
      salesNavigation.focusPanel()
    } else if (event.key === 'r') refresh()
    else return false
    return true
  })
}

type LoadTab = () => Promise<{ default: ComponentType }>

/** The steps of a sale are one screen: what is typed or sent in one of them is still there in the next. */
const loadSale: LoadTab = () => import('./workspace/sale-workspace.tsx')

const loadRequests = () => import('./requests-tab.tsx')

/** What each list shows. Separate from the names, because the tabs link to each other by name. */
const LOAD: Readonly<Record<Exclude<salesNavigation.SalesTabName, salesNavigation.SaleStep>, LoadTab>> = {
  requests: () => loadRequests().then((file) => ({ default: file.RequestsTab })),
  history: () => loadRequests().then((file) => ({ default: file.HistoryTab })),
  customers: () => import('./customers-tab.tsx'),
  profile: () => import('./profile-tab.tsx'),
}

const NO_PROPS = {}

/** The first four tabs are one workspace; each screen loads when opened, its state is in the URL. */
function SalesDashboard({ user }: { user: CurrentUser }) {
  const search = route.useSearch()
  const router = useRouter()
  const openTab = salesNavigation.useOpenTab()
  const refresh = useRefresh()
  const { showKeys, keysDialog } = useKeysDialog(SALES_KEYS)
  const tab = salesNavigation.sectionOf(search.tab)
  const isAdmin = user.role === 'admin'
  const isSale = salesNavigation.isSaleStep(tab.value)
  const isNarrow = useMedia(salesNavigation.NARROW)
  const news = <RequestNews memberId={user.id} className="max-lg:mb-2 lg:grow" />
  const tabs = salesNavigation.TAB_NAMES.map(({ value, label }, index) => ({
    value,
    label,
    icon: ICONS[value],
    // A digit alone is a quantity.
    shortcut: String(index + 1),
    href: router.buildLocation({ to: paths.sales, search: salesNavigation.searchOfTab(search, value) }).href,
  }))
  const handleRefresh = () => refresh.mutate()
  useSalesKeys(tab.value, handleRefresh)
  return (
    <>
      <DashboardFrame
        title="Sales Dashboard"
        // A sale shows its steps.
        shortTitle={!isSale && tab.label}
        tabTitle={`${tab.label} - Sales Dashboard`}
        hasHeading
        user={user}
        onKeys={showKeys}
        actions={
          <>
            {!isNarrow && news}
            <CommandPalette Palette={SalesPalette} />
            <Button
              look="quiet"
              className="max-md:min-w-11 max-md:px-0!"
              onClick={handleRefresh}
              isBusy={refresh.isPending}
            >
              <icons.RefreshCw size={16} aria-hidden="true" className={classes(refresh.isPending && 'breathe')} />
              <span className="max-md:sr-only">Refresh Data</span>
              {refresh.isSuccess && <output className="sr-only">, refreshed</output>}
            </Button>
            {isAdmin && (
              <Link to={paths.admin} className={`${buttonClasses('plain')} max-sm:hidden`}>
                Admin Dashboard
              </Link>
            )}
          </>
        }
        dock={<SalesDock open={tab.value} />}
        // On a phone, a sale needs the room.
        strip={isNarrow && <div className={classes(isSale && 'hidden')}>{news}</div>}
      >
        <RailTabs
          label="Section"
          heading={tab.label}
          runs={[
            { name: 'Sell', tabs: tabs.slice(0, SALE_STEPS.length) },
            { name: 'Manage', tabs: tabs.slice(SALE_STEPS.length) },
          ]}
          open={{ tab: tab.value }}
          onTab={(value) => openTab(salesNavigation.sectionOf(value).value)}
          onGone={salesNavigation.focusPanel}
          isNamedElsewhere
          // My Profile has its own.
          beside={
            tab.value !== 'profile' && <SalesFigures className={classes('max-sm:hidden', isSale && 'max-lg:hidden')} />
          }
        >
          <LatePart
            key={isSale ? 'sale' : tab.value}
            load={salesNavigation.isSaleStep(tab.value) ? loadSale : LOAD[tab.value]}
            props={NO_PROPS}
            waiting={<Skeleton className="h-96" />}
            failed={partMissing(tab.label)}
          />
        </RailTabs>
        <OpenedRequest />
      </DashboardFrame>
      <CartWatch />
      {keysDialog}
    </>
  )
}

const SalesPalette = ({ onClose }: { onClose: () => void }) => (
  <OpenPalette useContents={usePaletteGroups} finds="County, customer, request or action" onClose={onClose} />
)

/** Keeps the cart in step with the server on every tab, and announces when its holds are about to end. */
function CartWatch() {
  // The rep's phone may have sold it meanwhile.
  useEffect(() => {
    const handleFocus = () => void Promise.all([followServer(), followRequests()])
    addEventListener('focus', handleFocus)
    return () => removeEventListener('focus', handleFocus)
  }, [])
  const { lines } = useCart()
  return [<CartSync key="sync" />, <HoldAnnouncer key="hold" endsAtMs={firstEndOf(lines)} advice="Send the invoice" />]
}

const loadLogin = async () => ({ default: (await import('#web/pages/account/login-page.tsx')).LoginPage })

/** The reps' dashboard; without a session, the login page at the same URL. */
export const SalesDashboardPage = () => (
  <MemberGate
    title={TEAM_TITLES['sales-dashboard']}
    visitor={<LatePart load={loadLogin} props={NO_PROPS} failed={partMissing('The login page')} />}
  >
    {(user) => <SalesDashboard user={user} />}
  </MemberGate>
)

const OFFERED_PER_KIND = 5

/** The palette's entries for a text. */
function usePaletteGroups(text: string): PaletteContents {
  const wanted = text.trim()
  const counties = useCountyEntries(wanted)
  const navigate = route.useNavigate()
  const found = useFoundPeople(wanted, (customer) => void navigate({ search: { tab: 'customers', customer } }))
  return paletteContents({
    wanted,
    actions: useActions(),
    groups: [
      { name: 'Customers', entries: found.customers },
      { name: 'Payment requests', entries: found.requests },
      { name: wanted ? 'Counties' : 'Recent', entries: counties.entries },
    ],
    isSearching: counties.isPending || found.isPending,
    trouble: found.trouble,
  })
}

/** What is done on a tab, in the words of someone who looks for it. */
const DOES: Readonly<Partial<Record<salesNavigation.SalesTabName, string>>> = {
  market: 'Start a sale, Find the caller, Choose a county',
  packages: 'Add packages to the cart, Look up a price',
  cart: 'Remove a package and its hold',
  invoice: 'Send a payment link',
  requests: 'Resend a payment link, Export payment requests as CSV',
  history: 'See my commission, Download my pay report',
  customers: 'Add a new customer, Write a note about a customer',
  profile: 'Change my password, Turn on 2FA, Add a passkey',
}

function useActions(): readonly PaletteAction[] {
  const openTab = salesNavigation.useOpenTab()
  const logOut = useLogOut()
  return [
    ...salesNavigation.TAB_NAMES.map(({ value, label }) => ({
      label,
      does: DOES[value] ?? '',
      choose: () => {
        openTab(value)
        salesNavigation.focusPanel()
      },
    })),
    { label: 'Log out', isLast: true, choose: () => logOut.mutate() },
  ]
}

/** Matching counties; without any text, the last viewed markets. */
function useCountyEntries(text: string): { entries: readonly PaletteEntry[]; isPending: boolean } {
  const navigate = route.useNavigate()
  const { state: stateInMind } = route.useSearch()
  const index = useQuery(countyIndexQuery)
  const places = text
    ? (index.data?.find(text, { limit: OFFERED_PER_KIND, stateInMind }).counties ?? [])
    : recentCounties().map((one) => ({ ...one, title: one.county, detail: one.state }))
  const open = ({ state, county }: RecentCounty) => {
    rememberCounty({ state, county })
    void navigate({ search: ({ type }) => ({ tab: 'packages', state, county, ...(type ? { type } : {}) }) })
    salesNavigation.focusPanel()
  }
  const entries = places.map((place) => ({
    key: `county ${place.state}/${place.county}`,
    icon: icons.MapPin,
    title: place.title,
    detail: place.detail,
    choose: () => open(place),
  }))
  return { entries, isPending: index.isPending }
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MapPin, ReceiptText } from 'lucide-react'
import { listOrders } from '#contract/admin/order-screen.ts'
import { countyIndexQuery } from '#web/features/catalogue/search/county-index-data.ts'
import { useLogOut } from '#web/features/members/use-log-out.ts'
import { callPage } from '#web/lib/call-api.ts'
import { formatDollars } from '#web/lib/format.ts'
import { statusOf } from '#web/lib/order-statuses.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import {
  OpenPalette,
  type PaletteAction,
  type PaletteContents,
  paletteContents,
  SEARCHED_LETTERS_MIN,
  useFoundPeople,
} from '#web/pages/palette/open-palette.tsx'
import { paths } from '#web/paths.ts'
import { ADMIN_TABS, PLACES, placeOfPage } from './rail-pages.ts'

const OFFERED_PER_KIND = 5

function useAdminPalette(text: string): PaletteContents {
  const wanted = text.trim()
  const orders = useOrderEntries(wanted)
  const navigate = useNavigate()
  const found = useFoundPeople(
    wanted,
    (customer) => void navigate({ to: paths.adminSection, params: { section: 'customers' }, search: { customer } }),
  )
  const counties = useCountyEntries(wanted)
  return paletteContents({
    wanted,
    actions: useScreens(),
    groups: [
      { name: 'Orders', entries: orders.entries },
      { name: 'People', entries: found.customers },
      { name: 'Payment links', entries: found.requests },
      { name: 'Counties', entries: counties },
    ],
    isSearching: orders.isPending || found.isPending,
    trouble: found.trouble || orders.trouble,
  })
}

/** What is done on a page or tab, in the words of someone who looks for it. */
const DOES: Readonly<Record<string, string>> = {
  orders: 'Refund an order, Export orders as CSV, Resend a confirmation',
  fulfilment: 'Deliver packages, Fulfill an order, Mark an order as delivered',
  'cash-app': 'Verify a Cash App payment',
  claims: 'Answer a claim, Replace or credit bad leads',
  disputes: 'Answer a chargeback',
  refunds: 'Retry a failed refund',
  links: 'Resend a payment link, Find an invoice, Mark a payment request as paid',
  customers: 'Add a new customer, Write a note about a customer',
  leads: 'Switch stock to leads, Look at a lead',
  imports: 'Import leads from a CSV file, Upload stock as CSV, Export stock as CSV',
  find: 'Find a property or an owner, Undo an opt-out',
  settings:
    'Change the store’s name, Change limits and rules, Connect Stripe or mail or texts, Edit terms and policies',
  messages: 'Resend an email or text',
  jobs: 'Run a failed job again, Check backups',
  webhooks: 'Add a webhook',
  audit: 'See who changed what, See who logged in',
  pricing: 'Change a price, Raise or lower many prices, Undo a price change',
  inventory: 'Change stock, Restock packages, Release a hold',
  offers: 'Create a promotion or discount, Switch on extra leads',
  analytics: 'See revenue and reports, Export sales as CSV',
  team: 'Invite a new rep, Add a member, Set a commission rate, Remove a member',
  profile: 'Change my password, Turn on 2FA or two-step sign-in, Add a passkey, Make an API key',
}

function useScreens(): readonly PaletteAction[] {
  const navigate = useNavigate()
  const logOut = useLogOut()
  const pages = PLACES.flatMap((place) =>
    place.pages.map(({ value, label }, at) => ({
      label: at === 0 ? place.label : `${label} (${place.label})`,
      does: DOES[value] ?? '',
      choose: () => void navigate(placeOfPage(value)),
    })),
  )
  const tabs = ADMIN_TABS.map(({ value, label }) => ({
    label,
    does: DOES[value] ?? '',
    choose: () => void navigate({ to: paths.admin, search: { tab: value } }),
  }))
  return [
    ...pages,
    ...tabs,
    {
      label: 'Pay Report',
      does: 'See the commission of all reps, Export pay as CSV',
      choose: () => void navigate({ to: paths.admin, search: { tab: 'team', kind: 'pay' } }),
    },
    {
      label: 'Sales Dashboard',
      does: 'Sell to a customer, Send an invoice',
      choose: () => void navigate({ to: paths.sales }),
    },
    { label: 'Log out', isLast: true, choose: () => logOut.mutate() },
  ]
}

function useOrderEntries(text: string) {
  const navigate = useNavigate()
  const search = useDebounced(text)
  const isWanted = text.length >= SEARCHED_LETTERS_MIN
  const query = { search, limit: OFFERED_PER_KIND }
  const orders = useQuery({
    queryKey: [listOrders.path, query],
    queryFn: ({ signal }) => callPage(listOrders, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: search.length >= SEARCHED_LETTERS_MIN,
  })
  const isPending = isWanted && (search !== text || orders.isFetching)
  // Rows of an older search would be chosen by mistake: an order is known by its buyer, amount or reference alike.
  const rows = isWanted && !isPending ? (orders.data?.rows ?? []) : []
  return {
    isPending,
    trouble: isWanted && orders.error ? 'We could not search orders.' : '',
    entries: rows.map((order) => ({
      key: order.id,
      icon: ReceiptText,
      title: `${order.reference}, ${order.fullName ?? order.email ?? 'unknown buyer'}`,
      detail: `${formatDollars(order.total)}, ${statusOf(order).name}`,
      choose: () =>
        void navigate({ to: paths.adminSection, params: { section: 'orders' }, search: { open: order.id } }),
    })),
  }
}

/** Counties open in Inventory Control. */
function useCountyEntries(text: string) {
  const navigate = useNavigate()
  const index = useQuery(countyIndexQuery)
  const places = text ? (index.data?.find(text, { limit: OFFERED_PER_KIND }).counties ?? []) : []
  return places.map(({ state, county, title, detail }) => ({
    key: `county ${state}/${county}`,
    icon: MapPin,
    title,
    detail,
    choose: () => void navigate({ to: paths.admin, search: { tab: 'inventory', state, county } }),
  }))
}

export default function AdminPalette({ onClose }: { onClose: () => void }) {
  return (
    <OpenPalette useContents={useAdminPalette} finds="Order, customer, request, county or screen" onClose={onClose} />
  )
}

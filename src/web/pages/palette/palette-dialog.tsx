import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { FileText, type LucideIcon, UserRound } from 'lucide-react'
import { listPaymentRequests } from '#contract/links/payment-requests.ts'
import { useKnownCustomers } from '#web/features/links/invoicing/known-customers.ts'
import { callPage } from '#web/lib/call-api.ts'
import { fitsSearch } from '#web/lib/fits-search.ts'
import { formatDollars } from '#web/lib/format.ts'
import { invoicePath } from '#web/lib/payment-links.ts'
import { REQUEST_STATUS_NAMES } from '#web/lib/payment-request-words.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { paths } from '#web/paths.ts'

/** Something the palette can do, other than looking something up. */
export interface PaletteAction {
  label: string
  /** Never offered before the search results: pressing Enter by mistake must not end the work. */
  isLast?: boolean
  choose: () => void
}

/** The actions that match the typed text: each typed word is the beginning of a word in the label. */
export function matchActions(actions: readonly PaletteAction[], text: string): PaletteAction[] {
  const typed = wordsOf(text)
  return actions.filter(({ label }) => {
    const words = wordsOf(label)
    return typed.every((part) => words.some((word) => word.startsWith(part)))
  })
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** A shorter text would only find whatever comes first in the alphabet. */
export const SEARCHED_LETTERS_MIN = 2
const OFFERED_PER_KIND = 5

/** Customers and payment requests that the server finds. */
export function useFoundPeople(text: string) {
  const navigate = useNavigate()
  const router = useRouter()
  const search = useDebounced(text)
  const isWanted = text.length >= SEARCHED_LETTERS_MIN
  const isEnabled = search.length >= SEARCHED_LETTERS_MIN
  const customers = useKnownCustomers(search, isEnabled)
  const requests = useQuery({
    queryKey: [listPaymentRequests.path, { search, limit: OFFERED_PER_KIND }],
    queryFn: ({ signal }) =>
      callPage(listPaymentRequests, {
        query: { search, limit: OFFERED_PER_KIND },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  const isPending = isWanted && (search !== text || customers.isFetching || requests.isFetching)
  const people = (customers.data ?? []).filter(
    ({ name, email, businessName }) => !isPending || fitsSearch(text, [name, email, businessName]),
  )
  const sent = (requests.data?.rows ?? []).filter(
    (one) => !isPending || fitsSearch(text, [one.customerName, one.customerEmail]),
  )
  return {
    isPending,
    trouble: isWanted && (customers.error ?? requests.error) ? 'We could not search customers and requests.' : '',
    customers: (isWanted ? people.slice(0, OFFERED_PER_KIND) : []).map((customer) => ({
      key: customer.id,
      icon: UserRound,
      title: customer.name,
      detail: customer.email,
      choose: () => void navigate({ to: paths.sales, search: { tab: 'customers', customer: customer.id } }),
    })),
    requests: (isWanted ? sent : []).map((request) => ({
      key: request.id,
      icon: FileText,
      title: request.customerName,
      detail: `${formatDollars(request.total)}, ${REQUEST_STATUS_NAMES[request.status]}`,
      choose: () => router.history.push(invoicePath(request.token)),
    })),
  }
}

export type PaletteEntry = { key: string; icon: LucideIcon; title: string; detail?: string; choose: () => void }

export type PaletteGroup = { name: string; entries: readonly PaletteEntry[] }

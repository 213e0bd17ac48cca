import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ArrowRight, FileText, LogOut, type LucideIcon, PanelsTopLeft, Search, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listPaymentRequests } from '#contract/links/payment-requests.ts'
import { useKnownCustomers } from '#web/features/links/invoicing/known-customers.ts'
import { callPage } from '#web/lib/call-api.ts'
import { fitsSearch } from '#web/lib/fits-search.ts'
import { formatDollars } from '#web/lib/format.ts'
import { statusOf } from '#web/lib/order-statuses.ts'
import { invoicePath } from '#web/lib/payment-request-words.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Modal } from '#web/ui/modal.tsx'
import { OptionRow, useOptions } from '#web/ui/option-list.tsx'
import { dismissToasts } from '#web/ui/toast.ts'

interface OpenPaletteProps {
  /** A hook: what the palette offers for a text. */
  useContents: (text: string) => PaletteContents
  /** Such as `County, customer, request or action`. */
  finds: string
  onClose: () => void
}

/** One field for everything, as a combobox: arrows move, Enter selects, Escape closes. The first entry is preselected. */
export function OpenPalette({ useContents, finds, onClose }: OpenPaletteProps) {
  const [text, setText] = useState('')
  const { groups, news } = useContents(text)
  // A toast would lie over what was found.
  useEffect(dismissToasts, [])
  const entries = groups.flatMap((group) => group.entries)
  const choose = (entry: PaletteEntry) => {
    onClose()
    entry.choose()
  }
  const list = useOptions(entries, choose)
  let position = -1
  return (
    <Modal
      aria-label="Command palette"
      onClose={onClose}
      className="arrive mx-auto mt-[min(12dvh,6rem)] mb-auto w-[calc(100%-1.5rem)] max-w-xl overflow-clip rounded-md border border-line bg-surface p-0 text-ink shadow-float"
    >
      <div className="relative border-b border-line">
        <Search
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
        />
        <input
          {...list.field}
          aria-label={`Find: ${finds}`}
          autoCorrect="off"
          enterKeyHint="go"
          maxLength={100}
          placeholder={finds}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            list.mark(0)
          }}
          onKeyDown={list.handleKeyDown}
          className="min-h-14 w-full bg-surface pr-4 pl-12 text-base text-ink -outline-offset-2 placeholder:text-muted"
        />
      </div>
      <div
        id={list.listId}
        role="listbox"
        aria-label="Found"
        className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain empty:hidden"
      >
        {groups.map((group) => (
          <fieldset key={group.name} aria-label={group.name} className="min-w-0 py-1">
            <p aria-hidden="true" className="px-4 pt-2 pb-1 text-xs font-semibold text-muted">
              {group.name}
            </p>
            {group.entries.map((entry) => {
              position += 1
              return (
                <OptionRow key={entry.key} {...list.rowOf(entry, position)}>
                  <EntryLine entry={entry} />
                </OptionRow>
              )
            })}
          </fieldset>
        ))}
      </div>
      <p role="status" className={news ? 'px-4 py-3 text-sm text-muted' : 'sr-only'}>
        {news}
      </p>
    </Modal>
  )
}

const EntryLine = ({ entry: { icon: Icon, title, detail } }: { entry: PaletteEntry }) => (
  <span className="flex min-h-7 items-center gap-3 px-1">
    <Icon size={16} aria-hidden="true" className="shrink-0 text-muted" />
    <span className="line-clamp-1 min-w-0 grow font-semibold wrap-anywhere" dir="auto">
      {title}
    </span>
    {detail && <span className="line-clamp-1 max-w-[50%] shrink-0 text-muted wrap-anywhere">{detail}</span>}
  </span>
)

export type PaletteContents = { groups: readonly PaletteGroup[]; news: string }

interface Found {
  wanted: string
  actions: readonly PaletteAction[]
  groups: readonly PaletteGroup[]
  isSearching: boolean
  trouble: string
}

/**
 * Screens that are named so come first, then what can be done on others, so that the first entry stays while the rest is
 * still searched; what ends the work comes last.
 */
export function paletteContents({ wanted, actions, groups, isSearching, trouble }: Found): PaletteContents {
  const typed = wordsOf(wanted)
  const fits = (text: string) => typed.every((part) => wordsOf(text).some((word) => word.startsWith(part)))
  const named = actions.filter(({ label }) => fits(label))
  const doing = actions.flatMap((one) =>
    !wanted || named.includes(one) ? [] : phrasesOf(one).filter(({ title }) => fits(`${title} ${one.label}`)),
  )
  const shown = [
    { name: 'Screens', entries: named.filter(({ isLast }) => !isLast).map(entryOfAction) },
    { name: 'Actions', entries: doing },
    ...groups,
    { name: 'Session', entries: named.filter(({ isLast }) => isLast).map(entryOfAction) },
  ].filter(({ entries }) => entries.length > 0)
  return { groups: shown, news: trouble || (shown.length > 0 ? '' : isSearching ? 'Searching…' : 'No results.') }
}

const phrasesOf = ({ label, does = '', choose }: PaletteAction): PaletteEntry[] =>
  does
    .split(', ')
    .filter(Boolean)
    .map((title) => ({ key: `action ${label} ${title}`, icon: ArrowRight, title, detail: label, choose }))

const entryOfAction = ({ label, does, isLast, choose }: PaletteAction): PaletteEntry => ({
  key: `action ${label}`,
  icon: isLast ? LogOut : PanelsTopLeft,
  title: label,
  // The others are found by their words.
  ...(does && { detail: does.split(', ')[0] }),
  choose,
})

/** A screen, with what can be done there, or the end of the work. */
export interface PaletteAction {
  label: string
  /** What is done there, in phrases that people look for, with commas between them. */
  does?: string
  /** Never offered before the search results: pressing Enter by mistake must not end the work. */
  isLast?: boolean
  choose: () => void
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,:]+/)
    .filter(Boolean)

/** A shorter text would only find whatever comes first in the alphabet. */
export const SEARCHED_LETTERS_MIN = 2
const OFFERED_PER_KIND = 5

/** Customers and payment requests that the server finds. `openCustomer` opens one on the caller's dashboard. */
export function useFoundPeople(text: string, openCustomer: (customerId: string) => void) {
  const router = useRouter()
  const search = useDebounced(text)
  const isWanted = text.length >= SEARCHED_LETTERS_MIN
  const isEnabled = search.length >= SEARCHED_LETTERS_MIN
  const customers = useKnownCustomers(search, isEnabled)
  const requests = useQuery({
    queryKey: [listPaymentRequests.path, { search, limit: OFFERED_PER_KIND }],
    queryFn: ({ signal }) => callPage(listPaymentRequests, { query: { search, limit: OFFERED_PER_KIND }, signal }),
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
      choose: () => openCustomer(customer.id),
    })),
    requests: (isWanted ? sent : []).map((request) => ({
      key: request.id,
      icon: FileText,
      title: request.customerName,
      detail: `${formatDollars(request.total)}, ${statusOf(request).name}`,
      choose: () => router.history.push(invoicePath(request.token)),
    })),
  }
}

export type PaletteEntry = { key: string; icon: LucideIcon; title: string; detail?: string; choose: () => void }

type PaletteGroup = { name: string; entries: readonly PaletteEntry[] }

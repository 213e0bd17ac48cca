import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, type ReactNode, useState } from 'react'
import { listMembers } from '#contract/admin/team.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { query } from './call-api.ts'
import { isDay } from './format-day.ts'

/** Every field of a list's filters is this wide. */
export const FILTER_LOOK = 'min-w-36 max-sm:grow max-sm:basis-36'

interface ListHeadProps extends ComponentProps<typeof SearchField> {
  /** How many filters narrow the list. */
  count: number
  /** What else the list has, such as a file of it. */
  more: ReactNode
  children: ReactNode
}

/** A list's search, and its filters as children. On a phone, those and the order are behind a button, so that the first row is in view. */
export function ListHead({ count, more, children, ...search }: ListHeadProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="list-head flex flex-wrap items-end gap-2 sm:gap-3">
      <div className="min-w-24 grow basis-24 max-sm:[&_label]:sr-only sm:min-w-52 sm:basis-72">
        <SearchField {...search} />
      </div>
      <Button
        icon={SlidersHorizontal}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="min-w-11 px-3! aria-expanded:border-accent aria-expanded:bg-accent-quiet sm:hidden"
      >
        <span className="sr-only">Filter and sort</span>
        {count > 0 && <span className="figures">{count}</span>}
      </Button>
      <div className="flex w-full flex-wrap items-end gap-2 max-sm:order-1 sm:contents">{children}</div>
      {more}
    </div>
  )
}

type Chosen<Filters, Name extends keyof Filters> = Exclude<Filters[Name], ''> & string

interface FilterSelectProps<Filters, Name extends keyof Filters> {
  /** The filter that it sets; empty if all values are shown. */
  name: Name
  label: string
  /** What stands for all values. */
  placeholder: string
  /** The values to choose from, in order, with their names. */
  names: Readonly<Record<Chosen<Filters, Name>, string | { name: string }>>
  filters: Filters
  onFilter: (filters: Filters) => void
}

/** Filters a list by one of some values. */
export function FilterSelect<Filters extends object, Name extends keyof Filters & string>(
  props: FilterSelectProps<Filters, Name>,
) {
  const { name, names, filters, onFilter, ...labels } = props
  // A URL may name a value that is not among them, such as a removed member.
  const nameOf = (value: Chosen<Filters, Name>): string => {
    const named = Object.hasOwn(names, value) ? names[value] : value
    return typeof named === 'string' ? named : named.name
  }
  return (
    <SelectField
      {...labels}
      options={Object.keys(names) as Chosen<Filters, Name>[]}
      nameOf={nameOf}
      value={filters[name] as Chosen<Filters, Name> | ''}
      onChange={(value) => onFilter({ ...filters, [name]: value })}
      className={FILTER_LOOK}
    />
  )
}

/** The names of the members by their ids, to filter by. For administrators. */
export const useMemberNames = (): Record<string, string> =>
  Object.fromEntries(
    (useQuery({ ...query(listMembers), staleTime: 60_000 }).data ?? []).map(({ id, username }) => [id, username]),
  )

/** First and last day of a list's rows; empty if not set. */
type DayRange = { from: string; to: string }

/** Whether both days are set and the last is before the first. */
const isTurned = ({ from, to }: DayRange): boolean => isDay(from) && isDay(to) && to < from

/** Whether a list can be queried for these days: each is complete or empty, and they are in order. */
const isAskable = (days: DayRange): boolean =>
  [days.from, days.to].every((day) => day === '' || isDay(day)) && !isTurned(days)

/** Reads days from a URL: invalid ones are ignored, and so is an end before the start. */
export function readDayRange(words: { from?: string | undefined; to?: string | undefined }): DayRange {
  const [from, to] = [words.from, words.to].map((word) => (word && isDay(word) ? word : ''))
  const days = { from: from ?? '', to: to ?? '' }
  return isTurned(days) ? { ...days, to: '' } : days
}

/** What is wrong with a typed day; undefined if it is valid or empty. */
const dayError = (day: string): string | undefined =>
  day === '' || isDay(day) ? undefined : 'Choose a day from 2000 on.'

interface DayRangeFieldsProps<Filters extends DayRange> {
  filters: Filters
  onFilter: (filters: Filters) => void
  className?: string
}

/**
 * First and last day, for a list's filters. Input is reported only once it is valid: a browser reports a year digit by
 * digit, so 2026 is 0002 first, and a half-cleared day is empty.
 */
export function DayRangeFields<Filters extends DayRange>(props: DayRangeFieldsProps<Filters>) {
  const { filters, onFilter, className = FILTER_LOOK } = props
  const { from, to } = filters
  const [draft, setDraft] = useState<DayRange>({ from, to })
  const [seen, setSeen] = useState(draft)
  /** Fields that lost focus; one that is being typed is not wrong yet. */
  const [left, setLeft] = useState<readonly (keyof DayRange)[]>([])
  // Changed from outside, such as by the browser's Back.
  if (from !== seen.from || to !== seen.to) {
    setSeen({ from, to })
    setDraft({ from, to })
  }
  const handleChange = (name: keyof DayRange) => (event: ChangeEvent<HTMLInputElement>) => {
    const days = { ...draft, [name]: event.target.value }
    setDraft(days)
    setLeft(left.filter((one) => one !== name))
    if (!event.target.validity.badInput && isAskable(days)) onFilter({ ...filters, ...days })
  }
  const fieldOf = (name: keyof DayRange) => ({
    type: 'date',
    value: draft[name],
    className,
    onChange: handleChange(name),
    onBlur: () => setLeft([...left, name]),
    error: left.includes(name) ? dayError(draft[name]) : undefined,
  })
  const toField = fieldOf('to')
  return (
    <>
      <TextField label="From" {...fieldOf('from')} />
      <TextField
        label="To"
        {...toField}
        error={isTurned(draft) ? 'The last day is before the first.' : toField.error}
      />
    </>
  )
}

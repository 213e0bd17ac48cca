import * as contract from '#contract/audit/audit.ts'
import { addressOf } from '#web/lib/call-api.ts'
import { ExportButton } from '#web/lib/export-button.tsx'
import { DayRangeFields, FilterSelect, readDayRange, useMemberNames } from '#web/lib/filter-fields.tsx'
import { formatCount, formatDateTime, formatDollars, formatPlural } from '#web/lib/format.ts'
import { timeZoneWord } from '#web/lib/format-late.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import type { TeamSearch } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, Fold, Panel } from '#web/ui/panel.tsx'

/** The filters of the log; empty if not set. Days are in the store’s time zone, inclusive. */
type AuditFilters = { memberId: string; action: contract.AuditAction | ''; from: string; to: string }

/** Reads filters from a URL; unknown or impossible values are ignored. */
function filtersOf(words: TeamSearch): AuditFilters {
  return {
    memberId: (words.member ?? '').slice(0, 64),
    action: Object.keys(contract.AUDIT_ACTIONS).find((one): one is contract.AuditAction => one === words.kind) ?? '',
    ...readDayRange(words),
  }
}

const wordsOf = ({ memberId, action, from, to }: AuditFilters) => ({
  memberId: memberId || undefined,
  action: action || undefined,
  from: from || undefined,
  to: to || undefined,
})

/** Entries whose actor is the whole sentence; null is an actor without an account. */
const SENTENCES: Readonly<Partial<Record<contract.AuditAction, (who: string | null, subject: string) => string>>> = {
  logged_in: (who) => `${who} logged in`,
  logged_out: (who) => `${who} logged out`,
  login_failed: (who) => (who ? `Failed log-in for ${who}` : 'Failed log-in: no account has that address'),
  login_throttled: (who) => `Too many log-in attempts ${who ? `for ${who}` : 'at an address without an account'}`,
  second_factor_failed: (who) => `Wrong two-step code for ${who}`,
  proof_failed: (who) => `${who} failed a password check while logged in`,
  access_refused: (who, call) => `${who} was refused ${call}`,
}

type FactChange = { name: string; before: string | null; after: string | null }

/** For programs and for proofs, which read the file. */
const ONLY_IN_FILE = /^(checksum|bytes|import)$/
const MONEY = /^(price|total|refunded|amount|value)$/
const FACT_NAMES: Readonly<Record<string, string>> = {
  isInvited: 'Invited by email',
  lines: 'Package no.',
  network: 'Network code',
}
const isPriceKey = (name: string) => /^[a-z]+-[a-z]+-\d+$/.test(name)

/** `packagesReturned` reads `Packages returned`, `48-vip-20` stays. */
function nameOf(name: string): string {
  if (isPriceKey(name)) return name.replaceAll('-', ' ')
  if (FACT_NAMES[name]) return FACT_NAMES[name]
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function wordFor(name: string, value: contract.AuditFacts[string] | undefined): string | null {
  if (value === undefined || value === null) return null
  if (name === 'isActive') return value ? 'on' : 'off'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (name === 'rate') return `${value}%`
  // Enough to see that two entries came from the same place.
  if (name === 'network') return String(value).slice(0, 4)
  if ((MONEY.test(name) || isPriceKey(name)) && /^-?\d+\.\d{2}$/.test(String(value))) return formatDollars(value)
  return typeof value === 'number' ? formatCount(value) : value
}

/** What changed, in the stored order; facts that stayed the same are left out if others changed. */
function changesOf({ before, after }: Pick<contract.AuditEntry, 'before' | 'after'>): FactChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !ONLY_IN_FILE.test(name),
  )
  const all = names.map((name) => ({
    name: nameOf(name),
    before: wordFor(name, before?.[name]),
    after: wordFor(name, after?.[name]),
  }))
  const moved = all.filter((fact) => fact.before !== fact.after)
  return moved.length > 0 ? moved : all
}

/** `Ann set VIP Junior Package, Vacant Houses from $299.00 to $279.00`. */
function sentenceOf(entry: contract.AuditEntry): string {
  const { memberName, action, subject } = entry
  const whole = SENTENCES[action]
  if (whole) return whole(entry.memberId && memberName, subject)
  const [, , phrase] = contract.AUDITED[action]
  const start = phrase
    ? `${memberName} ${phrase} ${subject}`
    : `${memberName}: ${contract.AUDIT_ACTIONS[action]}, ${subject}`
  const [change, ...more] = changesOf(entry)
  const isTold = change?.before && change.after && more.length === 0 && change.before !== change.after
  return isTold ? `${start} from ${change.before} to ${change.after}` : start
}

const NO_FILTERS: AuditFilters = { memberId: '', action: '', from: '', to: '' }

/** The audit log; its filters are in the URL. */
export default function AuditView() {
  const { search, change } = useTeamSearch()
  const filters = filtersOf(search)
  const onFilter = ({ memberId, action, from, to }: AuditFilters) =>
    change({ member: memberId, kind: action, from, to })
  const props = { filters, onFilter }
  const list = usePages(contract.listAuditEntries, wordsOf(filters))
  const names = Object.entries(useMemberNames())
  // Those who were removed since are named by their entries, last in the list; current names win.
  const authors = (list.data ?? []).flatMap(({ memberId, memberName }): [string, string][] =>
    memberId === null ? [] : [[memberId, memberName]],
  )
  const members = Object.fromEntries([...names, ...authors, ...names])
  const file = addressOf(`${contract.listAuditEntries.path}/file`, { query: wordsOf(filters) })
  return (
    <Panel
      intro="What administrators changed and who logged in, newest first. Entries cannot be changed or removed."
      actions={<ExportButton address={file} what="these entries" />}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-start gap-3">
          <FilterSelect {...props} name="memberId" label="Who" placeholder="Everyone" names={members} />
          <FilterSelect {...props} name="action" label="What" placeholder="Everything" names={contract.AUDIT_ACTIONS} />
          <DayRangeFields {...props} />
        </div>
        <PagedTable
          list={list}
          label="Audit log"
          columns={COLUMNS}
          rowKey={({ id }) => id}
          errorTitle="The audit log could not be loaded"
          footnote={`Times, days and the file are in the store’s time zone (${timeZoneWord(serverNow())}). The file has the entries shown here, up to ${formatCount(contract.AUDIT_FILE_MAX)}.`}
          empty={
            Object.values(filters).some((word) => word !== '') ? (
              <EmptyState
                title="No entries found"
                action={<Button onClick={() => onFilter(NO_FILTERS)}>Show everything</Button>}
              >
                No entries match the person, action and days you chose.
              </EmptyState>
            ) : (
              <EmptyState title="No changes yet">
                Whatever an administrator changes is logged here right away: prices, stock, refunds, the team.
              </EmptyState>
            )
          }
        />
      </div>
    </Panel>
  )
}

const COLUMNS: readonly Column<contract.AuditEntry>[] = [
  {
    header: 'What happened',
    isTitle: true,
    cell: (entry) => (
      <>
        <span className="font-semibold wrap-anywhere">{sentenceOf(entry)}</span>
        {entry.note && <span className="mt-0.5 block text-muted wrap-anywhere">“{entry.note}”</span>}
      </>
    ),
  },
  { header: 'Before → after', cell: (entry) => <Facts changes={changesOf(entry)} /> },
  { header: 'When', isUnbroken: true, cell: ({ at }) => formatDateTime(at) },
]

function Facts({ changes }: { changes: readonly FactChange[] }) {
  if (changes.length === 0) return <span className="text-muted">–</span>
  const facts = (
    <dl className="grid gap-1">
      {changes.map((change) => (
        <div key={change.name} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{change.name}</dt>
          <dd className="figures min-w-0 wrap-anywhere">
            {change.before !== null && (
              <>
                <span className={change.after === null ? '' : 'text-muted'}>{change.before}</span>
                {change.after !== null && <span aria-hidden="true"> → </span>}
                {change.after !== null && <span className="sr-only"> became </span>}
              </>
            )}
            {change.after}
            {change.before === null && change.after === null && '–'}
          </dd>
        </div>
      ))}
    </dl>
  )
  if (changes.length <= 4) return facts
  // A price is named `vacant vip 20`.
  const noun = changes.every(({ name }) => /^[a-z]+ [a-z]+ \d+$/.test(name)) ? 'price' : 'change'
  return <Fold title={formatPlural(changes.length, noun)}>{facts}</Fold>
}

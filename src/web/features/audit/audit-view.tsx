import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { AUDIT_FILE_MAX, type AuditEntry } from '#contract/audit/audit.ts'
import { formatCount, formatDateTime, formatPlural, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type AuditFilters, fileAddress, isNarrowed, useAudit, useMemberNames } from './audit-data.ts'
import { AuditToolbar } from './audit-toolbar.tsx'
import { changesOf, type FactChange, sentenceOf } from './audit-words.ts'

const NO_FILTERS: AuditFilters = { memberId: '', action: '', from: '', to: '' }
/** More facts than these are folded. */
const FACTS_SHOWN_MAX = 4

interface AuditViewProps {
  filters: AuditFilters
  onFilter: (filters: AuditFilters) => void
}

/** Who changed what, with old and new values. The filters are in the URL. */
export function AuditView({ filters, onFilter }: AuditViewProps) {
  const list = useAudit(filters)
  const file = useSaveFile()
  const known = useMemberNames()
  const members = useMemo(() => withAuthors(known, list.data ?? []), [known, list.data])
  const handleSave = () => {
    if (!file.isPending) file.mutate(fileAddress(filters))
  }
  return (
    <Panel
      title="Audit log"
      intro="What administrators changed and who logged in, newest first. Entries cannot be changed or removed."
      actions={
        <Button size="small" aria-disabled={file.isPending || undefined} onClick={handleSave}>
          <Download size={16} aria-hidden="true" />
          {file.isPending ? 'Preparing the file…' : 'Download CSV'}
        </Button>
      }
    >
      <div className="grid gap-4">
        {file.error && (
          <Notice
            tone="danger"
            title="The file could not be created"
            action={<Button onClick={handleSave}>Try again</Button>}
          >
            {file.error.sentence}
          </Notice>
        )}
        <AuditToolbar filters={filters} members={members} onChange={onFilter} />
        <PagedTable
          list={list}
          label="Audit log"
          columns={COLUMNS}
          rowKey={({ id }) => id}
          errorTitle="The audit log could not be loaded"
          footnote={`Times are in your time zone (${timeZoneWord(serverNow())}); days follow the store’s. The file has the entries shown here, up to ${formatCount(AUDIT_FILE_MAX)}.`}
          empty={
            isNarrowed(filters) ? (
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

/** The members, plus those in the entries who were removed since. */
function withAuthors(members: readonly { id: string; name: string }[], entries: readonly AuditEntry[]) {
  const byId = new Map(members.map((member) => [member.id, member]))
  for (const { memberId, memberName } of entries)
    if (memberId !== null && !byId.has(memberId)) byId.set(memberId, { id: memberId, name: memberName })
  return [...byId.values()]
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'what',
    header: 'What happened',
    isTitle: true,
    cell: (entry) => (
      <>
        <span className="font-semibold wrap-anywhere">{sentenceOf(entry)}</span>
        {entry.note && <span className="mt-0.5 block text-muted wrap-anywhere">“{entry.note}”</span>}
      </>
    ),
  },
  { key: 'facts', header: 'Before → after', cell: (entry) => <Facts changes={changesOf(entry)} /> },
  { key: 'when', header: 'When', isUnbroken: true, cell: ({ at }) => formatDateTime(at) },
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
  if (changes.length <= FACTS_SHOWN_MAX) return facts
  return (
    <details>
      <summary className="font-semibold text-accent hover:underline">{formatPlural(changes.length, 'fact')}</summary>
      <div className="mt-1">{facts}</div>
    </details>
  )
}

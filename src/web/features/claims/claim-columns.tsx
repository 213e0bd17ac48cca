/** The columns of the administrators' lists of claims. */
import { Link } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { ClaimFile } from '#contract/claims/claim-files.ts'
import { CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import type { ClaimToDecide } from '#contract/claims/claims.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { When } from '#web/lib/when.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useLookAtFile } from './claim-data.ts'
import { LeadWords } from './lead-words.tsx'

/** Saves a file that the buyer attached. */
function FileButton({ file }: { file: ClaimFile }) {
  const look = useLookAtFile()
  return (
    <Button
      size="small"
      look="quiet"
      className="-ml-3 max-w-full justify-start text-left"
      aria-disabled={look.isPending || undefined}
      onClick={() => look.isPending || look.mutate(file)}
    >
      <Paperclip size={14} aria-hidden="true" className="shrink-0" />
      <span className="wrap-anywhere">
        <span className="sr-only">Save </span>
        {file.name}
      </span>
    </Button>
  )
}

const LEAD: Column<ClaimToDecide> = {
  key: 'lead',
  header: 'Lead',
  isTitle: true,
  cell: ({ address, owner, phones, source }) => (
    <>
      <span className="block font-semibold wrap-anywhere">{address ?? 'Forgotten'}</span>
      <span className="block text-xs text-muted wrap-anywhere">
        <LeadWords owner={owner} phones={phones} source={source} />
      </span>
    </>
  ),
}

const ORDER: Column<ClaimToDecide> = {
  key: 'order',
  header: 'Order',
  cell: ({ reference, tier, size, county, state, buyerName }) => (
    <>
      <Link
        to={paths.adminSection}
        params={{ section: 'orders' }}
        search={{ search: reference }}
        className="figures font-semibold text-accent hover:underline"
      >
        {reference}
      </Link>
      <span className="block text-xs text-muted">
        {packageName({ tier, size })}, {county}, {state}
        {buyerName && (
          <>
            {' '}
            · <bdi>{buyerName}</bdi>
          </>
        )}
      </span>
    </>
  ),
}

const REASON: Column<ClaimToDecide> = {
  key: 'reason',
  header: 'Claim',
  cell: ({ reason, note, files, othersClaimed }) => (
    <>
      <span className="block">{CLAIM_REASON_NAMES[reason]}</span>
      {note && (
        <span dir="auto" className="block text-xs text-muted whitespace-pre-wrap wrap-anywhere">
          “{note}”
        </span>
      )}
      {files.map((file) => (
        <FileButton key={file.fileId} file={file} />
      ))}
      {othersClaimed > 0 && (
        <span className="block text-xs text-danger">{formatPlural(othersClaimed, 'other buyer')} claimed it too</span>
      )}
    </>
  ),
}

export const OPEN_COLUMNS: Column<ClaimToDecide>[] = [
  LEAD,
  REASON,
  ORDER,
  { key: 'since', header: 'Claimed', isUnbroken: true, cell: ({ claimedAt }) => <When at={claimedAt} /> },
  { key: 'due', header: 'Answer by', isUnbroken: true, cell: ({ dueAt }) => <When at={dueAt} /> },
]

export const ANSWERED_COLUMNS: Column<ClaimToDecide>[] = [
  LEAD,
  REASON,
  ORDER,
  {
    key: 'answer',
    header: 'Answer',
    cell: ({ claimState, isReplaced, credit, answer, answeredBy }) => (
      <>
        {claimState === 'denied' ? (
          <StatusPill tone="over">Denied</StatusPill>
        ) : (
          <StatusPill tone="done">{isReplaced ? 'Replaced' : formatDollars(credit)}</StatusPill>
        )}
        <span className="block text-xs text-muted">{answeredBy ?? 'The store'}</span>
        {answer && <span className="block text-xs text-muted wrap-anywhere">{answer}</span>}
      </>
    ),
  },
  {
    key: 'at',
    header: 'When',
    isUnbroken: true,
    cell: ({ answeredAt }) => answeredAt && <When at={answeredAt} />,
  },
]

import { useState } from 'react'
import { CLAIM_NOTE_MAX } from '#contract/claims/claim-reasons.ts'
import type { ClaimToDecide } from '#contract/claims/claims.ts'
import { formatPlural, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type BulkActions, PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ANSWERED_COLUMNS, OPEN_COLUMNS } from './claim-columns.tsx'
import { type ClaimFilter, useAnswerClaims, useClaimList } from './claim-data.ts'
import { ClaimRates } from './claim-rates.tsx'

const FILTERS = [
  { value: 'open', label: 'To answer' },
  { value: 'answered', label: 'Answered' },
] as const

/** Claims that an administrator is deciding about. */
interface Asked {
  claims: readonly ClaimToDecide[]
  isGranted: boolean
  onDone: () => void
}

interface ClaimsViewProps {
  filter: ClaimFilter
  onFilter: (filter: ClaimFilter) => void
}

/** Claims about bad leads: what to answer, what was answered, and how often leads of a source are claimed. */
export function ClaimsView({ filter, onFilter }: ClaimsViewProps) {
  const list = useClaimList(filter)
  const [asked, setAsked] = useState<Asked | null>(null)
  const bulk: BulkActions<ClaimToDecide> = {
    nameOf: ({ reference, address }) => `${reference}, ${address ?? 'a lead'}`,
    actions: (claims, onDone) => (
      <>
        <Button size="small" onClick={() => setAsked({ claims, isGranted: true, onDone })}>
          Grant
        </Button>
        <Button size="small" look="quiet" onClick={() => setAsked({ claims, isGranted: false, onDone })}>
          Deny
        </Button>
      </>
    ),
  }
  return (
    <div className="grid gap-6">
      <Panel
        title="Claims"
        intro="Buyers who report a bad lead get another one of the same kind, or store credit if none is left. Claims that no one answers within two days are granted."
      >
        <div className="grid gap-4">
          <ChoiceField legend="Show" options={FILTERS} value={filter} onChange={onFilter} />
          <PagedTable
            list={list}
            label="Claims"
            columns={filter === 'open' ? OPEN_COLUMNS : ANSWERED_COLUMNS}
            rowKey={({ orderId, leadId }) => `${orderId}.${leadId}`}
            errorTitle="The claims could not be loaded"
            footnote={`Times are in your time zone (${timeZoneWord(serverNow())}).`}
            {...(filter === 'open' && { bulk })}
            empty={
              filter === 'open' ? (
                <EmptyState title="No claims to answer">Buyers report bad leads where they download them.</EmptyState>
              ) : (
                <EmptyState title="No claims yet">Answered claims appear here.</EmptyState>
              )
            }
          />
        </div>
      </Panel>
      <ClaimRates />
      {asked && <AnswerDialog asked={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

function AnswerDialog({ asked: { claims, isGranted, onDone }, onClose }: { asked: Asked; onClose: () => void }) {
  const answer = useAnswerClaims()
  const what = formatPlural(claims.length, 'claim')
  return (
    <TextDialog
      title={isGranted ? `Grant ${what}?` : `Deny ${what}?`}
      label={isGranted ? 'Note for the log' : 'What you tell the buyer'}
      note={isGranted ? 'optional' : ''}
      rows={3}
      complaint={isGranted ? null : 'Tell the buyer why you are not granting this claim.'}
      lengthMax={CLAIM_NOTE_MAX}
      confirmLabel={isGranted ? `Grant ${what}` : `Deny ${what}`}
      confirmLook={isGranted ? 'primary' : 'danger'}
      isPending={answer.isPending}
      error={answer.error}
      onConfirm={(words) =>
        answer.mutate(
          { claims, isGranted, answer: words.trim() },
          {
            onSuccess: ({ replaced, credited, denied }) => {
              showToast({ title: toldOf({ replaced, credited, denied }), description: 'We email the buyer.' })
              onDone()
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>
        {isGranted
          ? 'Each lead is replaced by another of the same kind. If none is left, the buyer gets its share of the price as store credit.'
          : 'The buyer keeps the leads and gets your words by email. They cannot claim these leads again.'}
      </p>
    </TextDialog>
  )
}

const toldOf = ({ replaced, credited, denied }: { replaced: number; credited: number; denied: number }): string =>
  [
    replaced > 0 && `${replaced} replaced`,
    credited > 0 && `${credited} paid as store credit`,
    denied > 0 && `${denied} denied`,
  ]
    .filter(Boolean)
    .join(', ') || 'Already answered'

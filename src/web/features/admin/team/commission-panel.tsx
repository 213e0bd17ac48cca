import type { listCommissionRates, TeamMember } from '#contract/admin/team.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { formatDateTime, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { rateComplaint, ratePercent } from './member-words.ts'
import { useCommissionRates } from './team-data.ts'
import { useSetCommission } from './use-team-changes.ts'
import { type TypedListener, useTypedForm } from './use-typed-form.ts'

interface CommissionProps {
  member: TeamMember
  onTyped: TypedListener
}

/** A member's commission, since when, and the form to change it. */
export function CommissionPanel({ member, onTyped }: CommissionProps) {
  return (
    <Panel
      title="Commission"
      intro={
        <>
          <strong className="text-ink">{ratePercent(member.commissionRate)}</strong> of what is paid for a package after
          offers. A new rate applies to sales made after you set it. Past sales and links already sent keep theirs.
        </>
      }
    >
      <div className="grid gap-4">
        <RateForm member={member} onTyped={onTyped} />
        <RateHistory member={member} />
      </div>
    </Panel>
  )
}

function RateForm({ member, onTyped }: CommissionProps) {
  const change = useSetCommission(member.id)
  const form = useForm({ start: { rate: '' }, rules: { rate: rateComplaint }, lengthsMax: { rate: 6 }, send: change })
  useTypedForm('rate', form.isTyped, onTyped)
  const handleSubmit = form.submit(({ rate }) => Number(rate), { onSuccess: () => form.reset() })
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      {form.error && <Notice tone="danger">{form.error.sentence}</Notice>}
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="New rate"
          note="in percent"
          inputMode="decimal"
          autoComplete="off"
          {...form.field('rate')}
          className="w-full xs:w-56"
        />
        {/* In line with the field, whose label is above it. */}
        <Button type="submit" className="xs:mt-6.5" disabled={change.isPending}>
          {change.isPending ? 'Saving…' : 'Set rate'}
        </Button>
      </div>
    </form>
  )
}

type Rate = ReplyOutputOf<typeof listCommissionRates>[number]

const COLUMNS: readonly Column<Rate>[] = [
  { key: 'rate', header: 'Rate', isTitle: true, cell: ({ rate }) => <strong>{ratePercent(rate)}</strong> },
  { key: 'since', header: 'Since', isUnbroken: true, cell: ({ since }) => formatDateTime(since) },
  { key: 'by', header: 'Set by', cell: ({ setBy }) => setBy },
]

function RateHistory({ member }: { member: TeamMember }) {
  const query = useCommissionRates(member.id)
  const { data: rates, isPending } = query
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">
        Rate history <span className="font-normal text-muted">(times in {timeZoneWord(serverNow())})</span>
      </h3>
      <ListTrouble list={query} title="The rates could not be loaded" />
      {isPending && <Loading words="Loading the rates" height="h-16" />}
      {rates?.length === 0 && <p className="text-sm text-muted">The rate has never changed.</p>}
      {rates && rates.length > 0 && (
        <DataTable label="Commission rates, newest first" columns={COLUMNS} rows={rates} rowKey={(row) => row.since} />
      )}
    </div>
  )
}

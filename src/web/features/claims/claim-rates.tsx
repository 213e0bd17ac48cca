import { useState } from 'react'
import type { ClaimRate } from '#contract/claims/claims.ts'
import { formatCount } from '#web/lib/format.ts'
import { ChoiceField } from '#web/ui/choice.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useClaimRates } from './claim-data.ts'

const BY = [
  { value: 'source', label: 'Source' },
  { value: 'county', label: 'County' },
  { value: 'age', label: 'Age' },
] as const

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`

const COLUMNS: Column<ClaimRate>[] = [
  { key: 'name', header: 'Leads', isTitle: true, cell: ({ name }) => name },
  { key: 'delivered', header: 'Delivered', isNumber: true, cell: ({ delivered }) => formatCount(delivered) },
  { key: 'claimed', header: 'Claimed', isNumber: true, cell: ({ claimed }) => formatCount(claimed) },
  { key: 'granted', header: 'Granted', isNumber: true, cell: ({ granted }) => formatCount(granted) },
  { key: 'wrong', header: 'Wrong number', isNumber: true, cell: ({ wrongNumbers }) => formatCount(wrongNumbers) },
  {
    key: 'share',
    header: 'Share granted',
    isNumber: true,
    cell: ({ share, low, high }) => (
      <>
        {percent(share)}
        <span className="block text-xs text-muted">
          {percent(low)} to {percent(high)}
        </span>
      </>
    ),
  },
]

/** How often leads are claimed, so that a bad source shows. */
export function ClaimRates() {
  const [by, setBy] = useState<(typeof BY)[number]['value']>('source')
  const list = useClaimRates(by)
  return (
    <Panel
      title="How good the leads are"
      intro="Delivered leads and what buyers claimed. The true share lies in the range below it with 95% confidence, so wait before you judge a source with few leads."
    >
      <div className="grid gap-4">
        <ChoiceField legend="By" options={BY} value={by} onChange={setBy} />
        <PagedTable
          list={{ ...list, data: list.data?.rates }}
          label="Claim rates"
          columns={COLUMNS}
          rowKey={({ name }) => name}
          errorTitle="The figures could not be loaded"
          empty={
            <EmptyState title="Nothing delivered yet">Once leads are delivered, they are counted here.</EmptyState>
          }
        />
      </div>
    </Panel>
  )
}

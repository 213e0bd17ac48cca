import { useState } from 'react'
import { TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import type { ClaimRate, ClaimShare, exportClaimRates } from '#contract/claims/claim-rates.ts'
import { CLAIM_RATE_GROUPS, CLAIM_RATES_MAX, type ClaimRateGroup } from '#contract/claims/claim-reasons.ts'
import { ExportButton } from '#web/lib/export-button.tsx'
import { formatCount, formatShare } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useClaimRates } from './claim-data.ts'

const BY: Readonly<Record<ClaimRateGroup, string>> = { source: 'Source', county: 'County', age: 'Age', tier: 'Tier' }
const FILE: (typeof exportClaimRates)['path'] = '/api/admin/claims/rates.csv'

const Share = ({ of: { share, low, high } }: { of: ClaimShare }) => (
  <>
    {formatShare(share)}
    <span className="block text-xs text-muted">
      {formatShare(low)} to {formatShare(high)}
    </span>
  </>
)

const nameOf = (name: string): string => {
  const tier = TIERS.find((one) => one === name)
  return tier ? TIER_FACTS[tier].name : name
}

const COLUMNS: Column<ClaimRate>[] = [
  { key: 'name', header: 'Leads', isTitle: true, cell: ({ name }) => nameOf(name) },
  { key: 'delivered', header: 'Delivered', isNumber: true, cell: ({ delivered }) => formatCount(delivered) },
  { key: 'claimed', header: 'Claimed', isNumber: true, cell: ({ claimed }) => formatCount(claimed) },
  { key: 'granted', header: 'Granted', isNumber: true, cell: ({ granted }) => formatCount(granted) },
  { key: 'share', header: 'Share granted', isNumber: true, cell: ({ grantedShare }) => <Share of={grantedShare} /> },
  {
    key: 'wrong',
    header: 'Wrong number',
    isNumber: true,
    cell: ({ wrongNumberShare }) => <Share of={wrongNumberShare} />,
  },
]

/** How often leads are claimed, to reveal bad sources. */
export function ClaimRates() {
  const [by, setBy] = useState<ClaimRateGroup>('source')
  const list = useClaimRates(by)
  const rates = list.data?.rates
  return (
    <Panel
      title="How good the leads are"
      intro="Shares are of the leads delivered. The true share lies in the range below it with 95% confidence (Wilson), so wait before you judge a source with few leads. Buyers see the shares of a tier once 200 of its leads were claimed."
      actions={<ExportButton address={FILE} what="the counts behind these shares" />}
    >
      <div className="grid gap-4">
        <SelectField
          label="By"
          className="max-w-60"
          options={Object.values(BY)}
          value={BY[by]}
          onChange={({ target }) => setBy(CLAIM_RATE_GROUPS.find((group) => BY[group] === target.value) ?? 'source')}
        />
        <PagedTable
          list={{ ...list, data: rates }}
          label="Claim rates"
          columns={COLUMNS}
          rowKey={({ name }) => name}
          errorTitle="The figures could not be loaded"
          {...(rates?.length === CLAIM_RATES_MAX && {
            footnote: `The ${CLAIM_RATES_MAX} with the most leads delivered. The CSV file has all.`,
          })}
          empty={
            <EmptyState title="Nothing delivered yet">Once leads are delivered, they are counted here.</EmptyState>
          }
        />
      </div>
    </Panel>
  )
}

import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import type { BackedPool } from '#contract/admin/stock-lists.ts'
import { COUNTED_MAX } from '#contract/catalogue/catalogue.ts'
import { formatCount } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { Place } from './stock-data.ts'
import { leadsLeftWords, stockTone } from './stock-rules.ts'

/** The stock of a package; unlimited is shown as infinity. */
export function StockBadge({ available }: { available: number }) {
  return (
    <>
      <StatusPill tone={stockTone(available)}>
        {available > COUNTED_MAX ? '∞' : formatCount(Math.max(0, available))}
      </StatusPill>
      <span className="sr-only">{available > COUNTED_MAX ? ' unlimited' : ' in stock'}</span>
    </>
  )
}

export const FromLeadsMark = () => (
  <span className="inline-flex items-center gap-1 text-xs font-semibold whitespace-nowrap text-muted">
    <FileUp size={12} aria-hidden="true" />
    From leads
  </span>
)

interface RestockColumn<Row> {
  header: string
  nameOf: (row: Row) => string
  isFromLeads: (row: Row) => boolean
  onChoose: (row: Row) => void
}

/** The button of a row of low stock: opens its cell in the inventory of its county. */
export const restockColumn = <Row extends { county: string }>(props: RestockColumn<Row>): Column<Row> => ({
  header: props.header,
  isHeaderHidden: true,
  isUnbroken: true,
  cell: (row) => (
    <Button
      size="small"
      className="@3xl:float-right @3xl:-my-1"
      about={` of ${props.nameOf(row)}, ${row.county}`}
      onClick={() => props.onChoose(row)}
    >
      {props.isFromLeads(row) ? 'See stock' : 'Set stock'}
    </Button>
  ),
})

interface FollowsFromLeadsProps {
  place: Place
  pool: BackedPool
}

/** Shown instead of a count: why it cannot be set, and where the stock comes from. */
export function FollowsFromLeads({ place: { state, county }, pool }: FollowsFromLeadsProps) {
  const link = 'font-semibold text-accent hover:underline'
  return (
    <div role="status" className="col-span-full grid gap-1 rounded-md border border-line bg-sunken p-4 text-sm">
      <p>
        This stock comes from leads.{' '}
        <Link to={paths.adminSection} params={{ section: 'imports' }} className={link}>
          Upload a lead file
        </Link>{' '}
        to change it. {leadsLeftWords(pool.leads)}
      </p>
      <p className="text-muted">
        To set a count by hand again, open{' '}
        <Link to={paths.adminSection} params={{ section: 'leads' }} search={{ state, county }} className={link}>
          the leads of {county}, {state}
        </Link>
        .
      </p>
    </div>
  )
}

import { useState } from 'react'
import { LEAD_TYPE_NAMES, type LeadType, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { CsvCell } from '#contract/csv.ts'
import { downloadSampleCsv, downloadSampleXlsx } from '#contract/delivery/sample-files.ts'
import { SAMPLE_PLACE, sampleSheet } from '#contract/delivery/sample-leads.ts'
import { formatCount } from '#web/lib/format.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

/** These take two columns of the sheet, so a phone and what is known about it share a row. */
const WIDE = /^(Address|Lead type|Owner( company)?|Mailing address|Phone \d+|Email \d+|Source)$/

/** The rest follows a press: until then, who owns what, how to reach them, and what it is worth. */
const SHOWN_AT_FIRST = /^(Address|City|State|Owner|Mailing address|Phone 1.*|Email 1|Value|Equity percent)$/

export function SampleRecord({ leadType, tier }: { leadType: LeadType; tier: Tier }) {
  const [header = [], row = []] = sampleSheet(leadType, tier)
  const [isWhole, setIsWhole] = useState(false)
  return (
    <figure className="min-w-0 overflow-clip rounded-md border border-control bg-surface shadow-sheet">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5">
        <span className="font-semibold">
          {TIER_FACTS[tier].name}, {LEAD_TYPE_NAMES[leadType]}, {SAMPLE_PLACE.county} County
        </span>
        <span className="rounded-sm border-[1.5px] border-attention px-2 py-0.5 text-xs font-semibold text-attention">
          Sample: invented people
        </span>
      </figcaption>
      <dl className="figures -mb-px grid grid-cols-2 text-sm sm:grid-cols-4">
        {header.map((name, index) => (
          <div
            key={name}
            className={classes(
              'min-w-0 border-b border-line px-4 py-2.5 sm:px-5',
              WIDE.test(String(name)) && 'col-span-2',
              !isWhole && !SHOWN_AT_FIRST.test(String(name)) && 'hidden',
            )}
          >
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="min-h-5.25 font-semibold wrap-anywhere">
              <Cell column={String(name)} cell={row[index] ?? null} />
            </dd>
          </div>
        ))}
      </dl>
      {!isWhole && (
        <Button look="quiet" className="w-full" onClick={() => setIsWhole(true)}>
          Show all {header.length} columns
        </Button>
      )}
      <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-sunken px-4 py-3 text-sm sm:px-5">
        <p className="mr-auto text-muted">Three sample leads, just as buyers get them:</p>
        <a href={downloadSampleCsv.path} download className={buttonClasses('plain', 'small')}>
          Download CSV<span className="sr-only"> with sample leads</span>
        </a>
        <a href={downloadSampleXlsx.path} download className={buttonClasses('plain', 'small')}>
          Download Excel<span className="sr-only"> with sample leads</span>
        </a>
      </footer>
    </figure>
  )
}

function Cell({ column, cell }: { column: string; cell: CsvCell }) {
  if (cell === null)
    return (
      <span className="font-normal text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">empty</span>
      </span>
    )
  const isMark = column.endsWith('do not call') && cell === 'Yes'
  if (isMark) return <span className="text-attention">{cell}</span>
  return typeof cell === 'number' && cell >= 10_000 ? formatCount(cell) : cell
}

import { writeCsv } from '#contract/csv.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { Button } from '#web/ui/button.tsx'

const EXAMPLE = [
  ['package_id', 'available'],
  ['48453-vacant-vip-20', 25],
  ['48453-vacant-vip-30', 0],
  ['48453-owner-standard-100', 'unlimited'],
]

const COLUMNS: readonly [name: string, need: string, words: string][] = [
  ['package_id', 'needed', 'As the export writes it, e.g. 48453-vacant-vip-20.'],
  [
    'state, county, lead_type, tier, size',
    'instead of package_id',
    'Name the package in words; fips may replace state and county.',
  ],
  [
    'available',
    'needed',
    'The new count: a whole number from 0 to 999. A higher number, or “unlimited”, never runs out. You can’t set stock that comes from leads.',
  ],
  [
    'exported_available',
    'optional',
    'The count at export. If you leave both the same, we skip the row, whatever has sold since.',
  ],
]

/** What a file needs, folded for those who know. */
export function ColumnHelp() {
  return (
    <details className="group rounded-md border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-2.5 text-sm font-semibold">What the file needs</summary>
      <div className="grid gap-3 border-t border-line px-4 py-3 text-sm">
        <p>
          The first row names the columns, in any order. The easiest way: export, change the numbers in{' '}
          <code>available</code>, save as CSV. You can leave out rows and columns you don’t need.
        </p>
        <dl className="grid gap-2">
          {COLUMNS.map(([name, need, words]) => (
            <div key={name}>
              <dt>
                <code className="font-semibold wrap-anywhere">{name}</code> <span className="text-muted">({need})</span>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <Button
          className="justify-self-start"
          onClick={() => downloadFile('stock-example.csv', CSV_TYPE, writeCsv(EXAMPLE))}
        >
          Download an example
        </Button>
      </div>
    </details>
  )
}

import {
  OWN_LIST_MEANINGS,
  OWN_LIST_ROW_REASONS,
  type OwnListCheck,
  type OwnListMeaning,
} from '#contract/buyers/own-lists.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { sizeInWords } from './own-list-data.ts'

const MEANINGS: Readonly<Record<OwnListMeaning, string>> = {
  address: 'Address',
  city: 'City',
  zip: 'ZIP',
  phone: 'Phone',
}

/** What was recognized in a file: its columns, the rows that can be used, and why others cannot. */
export function OwnListReport({ fileName, check }: { fileName: string; check: OwnListCheck }) {
  const { columns, rows, usableRows, problems } = check
  const used = OWN_LIST_MEANINGS.flatMap((meaning) => {
    const names = columns.filter((column) => column.meaning === meaning).map(({ name }) => name)
    return names.length > 0 ? [{ meaning, names: names.join(', ') }] : []
  })
  const others = columns.filter(({ meaning }) => meaning === null)
  const size = sizeInWords(check)
  return (
    <section aria-label="What we recognized" className="grid gap-3 text-sm">
      <p className={usableRows > 0 ? undefined : 'text-danger'}>
        <span className="font-semibold wrap-anywhere">{fileName}</span>:{' '}
        {usableRows === 0
          ? `none of ${formatPlural(rows, 'row')} can be used.`
          : `${formatCount(usableRows)} of ${formatPlural(rows, 'row')} can be used, with ${size}.`}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {used.map(({ meaning, names }) => (
          <div key={meaning} className="contents">
            <dt className="text-muted">{MEANINGS[meaning]}</dt>
            <dd className="wrap-anywhere">{names}</dd>
          </div>
        ))}
        {others.length > 0 && (
          <div className="contents">
            <dt className="text-muted">Not used</dt>
            <dd className="wrap-anywhere">{others.map(({ name }) => name).join(', ')}</dd>
          </div>
        )}
      </dl>
      {problems.length > 0 && (
        <div>
          <p className="font-semibold">Rows that cannot be used</p>
          <ul className="mt-1 divide-y divide-line border-y border-line">
            {problems.map(({ reason, rows: count }) => (
              <li key={reason} className="flex justify-between gap-4 py-1.5">
                <span>{OWN_LIST_ROW_REASONS[reason]}</span>
                <span className="figures font-semibold">{formatCount(count)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

import { fileURLToPath } from 'node:url'
import { kilobytes, LEADS_KB_MAX, measureWeb } from '../../scripts/lib/web-size.ts'
import { oneDecimal, type Row } from '../lab/row.ts'

const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** How much JavaScript the built storefront asks for; `npm run bench` has just built it. */
export async function size(): Promise<Row[]> {
  const { leads, all } = measureWeb(BUILT)
  const total = kilobytes(leads)
  const parts = leads.map((chunk) => `${chunk.file.replace(/-[\w-]{8}\.js$/, '')} ${oneDecimal(kilobytes([chunk]))}`)
  return [
    {
      bench: 'size',
      what: `JavaScript of the first load of /leads, gzip, by static imports: ${parts.join(', ')}`,
      measured: `${oneDecimal(total)} KB`,
      limit: '',
      ratio: '',
      bar: `≤ ${LEADS_KB_MAX} KB`,
      isPassed: total <= LEADS_KB_MAX,
    },
    {
      bench: 'size',
      what: `all JavaScript of the built pages, gzip, in ${all.length} files`,
      measured: `${oneDecimal(kilobytes(all))} KB`,
      limit: '',
      ratio: '',
      bar: '',
      isPassed: null,
    },
  ]
}

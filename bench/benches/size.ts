import { fileURLToPath } from 'node:url'
import { type Chunk, DASHBOARD_KB_MAX, kilobytes, measureWeb, sentKilobytes } from '../../scripts/lib/web-size.ts'
import { say } from '../lab/laboratory.ts'
import { atMost, oneDecimal, type Row } from '../lab/row.ts'

const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** Measures how much JavaScript the built pages request; `npm run bench` has just built it. */
export async function size(): Promise<Row[]> {
  const { first, dashboard, all } = measureWeb(BUILT)
  return [
    ...first.map(({ page, chunks, maxKb }) => firstLoad(page, chunks, maxKb)),
    firstLoad('/sales-dashboard', dashboard, DASHBOARD_KB_MAX),
    {
      what: `all JavaScript of the built pages, gzip, in ${all.length} files`,
      measured: `${oneDecimal(kilobytes(all))} KB`,
    },
  ]
}

function firstLoad(page: string, chunks: readonly Chunk[], maxKb: number): Row {
  const total = kilobytes(chunks)
  const parts = chunks.map((chunk) => `${chunk.file.replace(/-[\w-]{8}\.js$/, '')} ${oneDecimal(kilobytes([chunk]))}`)
  say(`  ${page} in KB: ${parts.join(', ')}`)
  return {
    what: `JavaScript of the first load of ${page}, gzip, ${chunks.length} files`,
    measured: `${oneDecimal(total)} KB, ${oneDecimal(sentKilobytes(chunks))} as sent`,
    ...atMost(total, maxKb, 'KB'),
  }
}

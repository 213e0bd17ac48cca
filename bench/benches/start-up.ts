import type { Laboratory } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import { atMost, type Row, twoDecimals, whole } from '../lab/row.ts'
import { startStoreNode } from '../lab/store-node.ts'

const STARTS = 5
const READY_SECONDS_BAR = 2
const MEMORY_MB_BAR = 180

/**
 * Measures the memory that the shared node needs after the loads before this bench. If measured alone: after the first
 * page.
 */
export async function memory(lab: Laboratory): Promise<Row[]> {
  const node = await lab.node()
  await (await fetch(`${node.url}/api/packages/Texas/Travis`)).text()
  const bytes = await node.metric('process_resident_memory_bytes')
  const megabytes = bytes / 2 ** 20
  return [
    {
      what: 'resident memory of the app process after reads, holds and sales',
      measured: `${whole(megabytes)} MB`,
      ...atMost(megabytes, MEMORY_MB_BAR, 'MB'),
    },
  ]
}

/**
 * Starts a stopped store, with its PostgreSQL, on its folder. Ends the laboratory's PostgreSQL, so it comes last.
 * Compiled code is kept where `npm start` keeps it; the first start fills that and does not count.
 */
export async function startUp(lab: Laboratory): Promise<Row[]> {
  await lab.node()
  await lab.stop()
  const seconds: number[] = []
  for (let start = 0; start <= STARTS; start += 1) {
    const node = await startStoreNode({ DATABASE_URL: '', DATA_DIR: lab.dataDir })
    await node.stop()
    if (start > 0) seconds.push(node.readyMs / 1_000)
  }
  const typical = median(seconds)
  return [
    {
      what: `start on the folder of the benches above to /readyz, with its PostgreSQL, median of ${STARTS}`,
      measured: `${twoDecimals(typical)} s`,
      ...atMost(typical, READY_SECONDS_BAR, 's'),
    },
  ]
}

import type { Laboratory } from '../lab/laboratory.ts'
import { inTurns, measure, medianOf, ratioOf, workOf } from '../lab/measure.ts'
import type { BenchOptions } from '../lab/options.ts'
import { percent, type Row, whole } from '../lab/row.ts'
import { startServer } from '../lab/start-server.ts'
import { listCountyPaths } from '../lab/stock.ts'

const TRAVIS = '/api/packages/Texas/Travis'
const CLIENTS = 20
const HOT_BAR = 0.7
const RANDOM_BAR = 0.3

/**
 * Measures the page of one county, then of counties drawn at random, against a bare Fastify route that sends the bytes
 * of the first.
 */
export async function countyReads(lab: Laboratory, options: BenchOptions): Promise<Row[]> {
  const { url } = await lab.node()
  const bare = await startServer('bare-fastify', await (await fetch(`${url}${TRAVIS}`)).text())
  const read = (from: string, paths: readonly string[]) => (seconds: number) =>
    measure(lab, { kind: 'reads', url: from, paths, clients: CLIENTS, seconds })
  const rounds = await inTurns(options, {
    hot: read(url, [TRAVIS]),
    bare: read(bare.url, [TRAVIS]),
    random: read(url, await listCountyPaths(lab.pool)),
  })
  await bare.stop()

  return [
    { name: 'hot' as const, what: `one county's page, ${CLIENTS} clients`, bar: HOT_BAR },
    { name: 'random' as const, what: 'a county drawn at random each time, put together anew', bar: RANDOM_BAR },
  ].map(({ name, what, bar }) => {
    const ratio = ratioOf(rounds[name], rounds.bare, 'rate')
    return {
      what,
      measured: `${whole(medianOf(rounds[name], 'rate'))} reads/s`,
      limit: `${whole(medianOf(rounds.bare, 'rate'))}/s bare Fastify, bytes of one county`,
      ratio: percent(ratio),
      bar: `≥ ${percent(bar)}`,
      isPassed: ratio >= bar,
      work: workOf(rounds[name]),
    }
  })
}

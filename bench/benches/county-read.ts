import { once } from 'node:events'
import { startProcess } from '../lab/child-process.ts'
import { perSecond } from '../lab/generator.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import type { BenchOptions } from '../lab/options.ts'
import { percent, type Row, whole } from '../lab/row.ts'

const TRAVIS = '/api/packages/Texas/Travis'
const CLIENTS = 20
const BAR = 0.7

/** The page of one county against a bare Fastify route that sends the same bytes; then counties drawn at random. */
export async function countyRead(lab: Laboratory, { rounds, seconds }: BenchOptions): Promise<Row[]> {
  const node = await lab.node()
  const text = await (await fetch(`${node.url}${TRAVIS}`)).text()
  const bare = startProcess('bench/lab/bare-fastify.ts')
  bare.process.send(text)
  const [bareUrl]: string[] = await once(bare.process, 'message')
  if (!bareUrl) throw new Error('the bare server did not start')
  const { rows: counties } = await lab.pool.query<{ state: string; name: string }>('select state, name from counties')
  const everywhere = counties.map(({ state, name }) =>
    ['/api/packages', encodeURIComponent(state), encodeURIComponent(name)].join('/'),
  )

  const read = (url: string, paths: readonly string[], time = seconds) =>
    lab.generator.run({ kind: 'reads', url, paths, clients: CLIENTS, seconds: time })
  for (const url of [node.url, bareUrl]) await read(url, [TRAVIS], 2)

  const ratios: number[] = []
  const store: number[] = []
  const limit: number[] = []
  const random: number[] = []
  let generatorCpu = 0
  for (let round = 0; round < rounds; round += 1) {
    const ours = await read(node.url, [TRAVIS])
    const theirs = await read(bareUrl, [TRAVIS])
    random.push(perSecond(await read(node.url, everywhere)))
    store.push(perSecond(ours))
    limit.push(perSecond(theirs))
    ratios.push(perSecond(ours) / perSecond(theirs))
    generatorCpu = Math.max(generatorCpu, theirs.generatorCpu)
  }
  await bare.stop('SIGTERM')

  const ratio = median(ratios)
  return [
    {
      bench: 'county-read',
      what: `county page, ${CLIENTS} clients (generator at most ${percent(generatorCpu)} of a core)`,
      measured: `${whole(median(store))} reads/s`,
      limit: `${whole(median(limit))}/s bare Fastify, same bytes`,
      ratio: percent(ratio),
      bar: `≥ ${percent(BAR)}`,
      isPassed: ratio >= BAR,
    },
    {
      bench: 'county-read',
      what: 'county page, a county drawn at random each time (mostly not kept ready)',
      measured: `${whole(median(random))} reads/s`,
      limit: `${whole(median(limit))}/s bare Fastify`,
      ratio: percent(median(random) / median(limit)),
      bar: '',
      isPassed: null,
    },
  ]
}

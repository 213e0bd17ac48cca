/** Measures loads in turns: if the machine slows down, it slows down all of them, so their ratios stay. */
import type pg from 'pg'
import type { Laboratory } from './laboratory.ts'
import { type Load, type LoadResult, median } from './load.ts'
import type { BenchOptions } from './options.ts'
import type { Row } from './row.ts'
import { drainBackground } from './stock.ts'
import type { StoreNode } from './store-node.ts'
import { type Parts, perUnit, type Work } from './work-meter.ts'

/** Of one load in one round. */
export interface Figures {
  done: number
  /** Per second, until the background work that it caused is done too. */
  rate: number
  p50: number
  p99: number
  result: LoadResult
  drainSeconds: number
  /** Of everything that was done, including background work. */
  work: Work
}

/**
 * Runs a load and counts what it costs.
 *
 * @param options.drained the databases whose jobs, webhooks and emails it waits for, as part of the load
 * @param options.nodes that serve it; absent: all that run
 * @param options.others processes that count too, by name
 */
export async function measure(
  lab: Laboratory,
  load: Load,
  options: { drained?: readonly pg.Pool[]; nodes?: readonly StoreNode[]; others?: Parts } = {},
): Promise<Figures> {
  const spent = await lab.meter(options)
  const result = await lab.generator.run(load)
  const drainSeconds = Math.max(0, ...(await Promise.all(options.drained?.map(drainBackground) ?? [])))
  return {
    done: result.done,
    rate: result.done / (result.seconds + drainSeconds),
    p50: result.latencyMs.p50,
    p99: result.latencyMs.p99,
    result,
    drainSeconds,
    work: await spent(),
  }
}

type Rounds = readonly Figures[]

/** Runs each in turn, round after round. A first round of a second each warms up and does not count. */
export async function inTurns<Name extends string>(
  { rounds, seconds }: Pick<BenchOptions, 'rounds' | 'seconds'>,
  asks: Readonly<Record<Name, (seconds: number) => Promise<Figures>>>,
): Promise<Record<Name, Rounds>> {
  const names = Object.keys(asks) as Name[]
  const found = Object.fromEntries(names.map((name) => [name, [] as Figures[]])) as Record<Name, Figures[]>
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const figures = await asks[name](round < 0 ? 1 : seconds)
      if (round >= 0) found[name].push(figures)
    }
  }
  return found
}

type Figure = 'rate' | 'p50' | 'p99' | 'drainSeconds'

/** The median of the rounds. */
export const medianOf = (rounds: Rounds, figure: Figure): number => median(rounds.map((one) => one[figure]))

/** The median of the ratios of each round. */
export const ratioOf = (ours: Rounds, theirs: Rounds, figure: Figure): number =>
  median(ours.map((one, round) => one[figure] / (theirs[round]?.[figure] ?? Number.NaN)))

/** What one unit cost in all rounds together. Sessions report late, which only averages out over several rounds. */
export const workOf = (rounds: Rounds): Work =>
  perUnit(
    rounds.map(({ work }) => work),
    rounds.reduce((sum, { done }) => sum + done, 0),
  )

/**
 * Adds to a bench's first row what one unit of its loads of this kind cost, on the node that it loaded last: the grown
 * one if two are compared.
 */
export function withWork<Options>(
  kind: Load['kind'],
  bench: (lab: Laboratory, options: Options) => Promise<Row[]>,
): (lab: Laboratory, options: Options) => Promise<Row[]> {
  return async (lab, options) => {
    const found = new Map<string, Figures[]>()
    let last: Figures[] = []
    const run = async (load: Load): Promise<LoadResult> => {
      if (load.kind !== kind || !('url' in load)) return lab.generator.run(load)
      const figures = await measure(lab, load)
      last = found.get(load.url) ?? []
      last.push(figures)
      found.set(load.url, last)
      return figures.result
    }
    const rows = await bench({ ...lab, generator: { ...lab.generator, run } }, options)
    return rows.map((row, at) => (at === 0 ? { work: workOf(last), ...row } : row))
  }
}

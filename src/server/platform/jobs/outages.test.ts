import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeNodeState } from '#server/node-state.ts'
import { hours, minutes, seconds } from '../clock.ts'
import { createLog } from '../logging.ts'
import { noteAnswer, noteSilence } from './outages.ts'

const PARTY = 'the mail server'
let nowMs: number
/** When what waits was made due. */
let hurriedAtMs: number[]
let ctx: Parameters<typeof noteAnswer>[0]
beforeEach(() => {
  nowMs = 1_000
  hurriedAtMs = []
  ctx = { node: makeNodeState(), log: createLog('silent') }
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => void vi.restoreAllMocks())

const answer = () =>
  noteAnswer(ctx, PARTY, async () => {
    hurriedAtMs.push(nowMs)
    return 5
  })

test('an answer of a party that was never away asks nothing', async () => {
  await answer()

  expect(hurriedAtMs).toEqual([])
})

test('the first answer after silence makes due what waits, and the answers that follow nothing more', async () => {
  noteSilence(ctx, PARTY)

  for (let answers = 0; answers < 20; answers += 1) {
    await answer()
    nowMs += seconds(10)
  }

  expect(hurriedAtMs).toEqual([1_000])
})

test('what fails late, because its try began during the silence, is made due a minute later', async () => {
  noteSilence(ctx, PARTY)
  await answer()
  nowMs += seconds(30)
  noteSilence(ctx, PARTY)
  await answer()
  nowMs += seconds(31)
  await answer()

  expect(hurriedAtMs).toEqual([1_000, 62_000])
})

test('a party that answers one call and not the next, for days, uses up few of the tries', async () => {
  for (const endMs = hours(48); nowMs < endMs; nowMs += seconds(1)) {
    noteSilence(ctx, PARTY)
    await answer()
  }

  expect(hurriedAtMs.length).toBeLessThanOrEqual(8)
})

test('an outage long after the last one is hurried at once', async () => {
  for (let silences = 0; silences < 3; silences += 1) {
    noteSilence(ctx, PARTY)
    await answer()
    nowMs += minutes(11)
  }

  expect(hurriedAtMs).toHaveLength(3)
})

test('if the database fails meanwhile, the answer still counts, and a later one makes due what waits', async () => {
  noteSilence(ctx, PARTY)
  await noteAnswer(ctx, PARTY, async () => {
    throw new Error('the database is away')
  })
  nowMs += minutes(5)

  await answer()

  expect(hurriedAtMs).toHaveLength(1)
})

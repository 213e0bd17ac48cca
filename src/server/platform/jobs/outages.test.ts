import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeNodeState } from '#server/node-state.ts'
import { createLog } from '../logging.ts'
import { noteAnswer, noteSilence } from './outages.ts'

const PARTY = 'the mail server'
let nowMs: number
let waiting: number
let steps: number[]
let ctx: Parameters<typeof noteAnswer>[0]
beforeEach(() => {
  nowMs = 1_000
  waiting = 0
  steps = []
  ctx = { node: makeNodeState(), log: createLog('silent') }
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => void vi.restoreAllMocks())

const answer = () =>
  noteAnswer(ctx, PARTY, async (limit) => {
    const due = Math.min(limit, waiting)
    waiting -= due
    steps.push(due)
    return due
  })

test('an answer of a party that was never away asks nothing', async () => {
  waiting = 5

  await answer()

  expect(steps).toEqual([])
})

test('the first answer after silence hurries what waits, a batch a second, until none is left', async () => {
  waiting = 250
  noteSilence(ctx, PARTY)

  for (let answers = 0; answers < 20; answers += 1) {
    await answer()
    nowMs += 250
  }

  expect(steps).toEqual([100, 100, 50, 0, 0])
})

test('what fails late, because its try began during the silence, is hurried too; then the outage is over', async () => {
  noteSilence(ctx, PARTY)
  await answer()
  waiting = 1
  nowMs += 30_000
  await answer()
  nowMs += 31_000
  await answer()
  waiting = 1
  nowMs += 5_000
  await answer()

  expect(steps).toEqual([0, 1, 0])
})

test('if the database fails meanwhile, the answer still counts', async () => {
  noteSilence(ctx, PARTY)

  await noteAnswer(ctx, PARTY, async () => {
    throw new Error('the database is away')
  })

  expect(ctx.node.outages.has(PARTY)).toBe(true)
})

import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { DONE, type Outcome, runEach, skipped, summaryOf } from './run-each.ts'

const refusal = (message: string) => new ApiError(409, message, { code: 'unreachable', message })

async function outcomesOf(rows: readonly string[], act: (row: string) => Promise<Outcome>, isStopped = () => false) {
  const outcomes = new Map<string, Outcome>()
  await runEach(rows, { act, onOutcome: (row, outcome) => outcomes.set(row, outcome), isStopped })
  return outcomes
}

test('every row has its own outcome, whatever happens to the others', async () => {
  const outcomes = await outcomesOf(['a', 'b', 'c', 'd'], async (row) => {
    if (row === 'b') throw refusal('Too many.')
    if (row === 'c') throw new TypeError('a bug')
    return row === 'd' ? skipped('already paid') : DONE
  })

  expect(Object.fromEntries(outcomes)).toEqual({
    a: DONE,
    b: { state: 'failed', words: 'Too many.' },
    c: { state: 'failed', words: 'Something went wrong. Try again.' },
    d: { state: 'skipped', words: 'already paid' },
  })
})

test('few rows are in progress at a time, and they start in order', async () => {
  const started: string[] = []
  let now = 0
  let most = 0
  await outcomesOf(['1', '2', '3', '4', '5', '6', '7'], async (row) => {
    started.push(row)
    now += 1
    most = Math.max(most, now)
    await Promise.resolve()
    now -= 1
    return DONE
  })

  expect([started.join(''), most]).toEqual(['1234567', 3])
})

test('stopping starts no further rows and finishes those in progress', async () => {
  let isStopped = false
  const outcomes = await outcomesOf(
    ['1', '2', '3', '4', '5'],
    async () => {
      isStopped = true
      await Promise.resolve()
      return DONE
    },
    () => isStopped,
  )

  expect([...outcomes.keys()]).toEqual(['1'])
})

test.each<[readonly Outcome[], string]>([
  [[DONE, DONE, skipped('already paid'), DONE], '3 sent, 1 already paid'],
  [
    [{ state: 'failed', words: 'Why.' }, skipped('expired'), { state: 'failed', words: 'Other.' }],
    '1 expired, 2 failed',
  ],
  [[DONE], '1 sent'],
  [[], ''],
])('%j is summed up as “%s”', (outcomes, words) => {
  expect(summaryOf(outcomes, 'sent')).toBe(words)
})

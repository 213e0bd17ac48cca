import { expect, test } from 'vitest'
import { ApiError } from './call-api.ts'
import { DONE, type Outcome, runEach, skipped } from './run-each.ts'

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

import { expect, test } from 'vitest'
import { isWritten } from './record-access.ts'

/** Which of so many events in a row get an entry; `networkOf` says from which network each one came. */
function writtenOf(events: number, networkOf: (event: number) => number): number[] {
  const ofNetwork = new Map<number, number>()
  return Array.from({ length: events }, (_, index) => index + 1).filter((event) => {
    const network = networkOf(event)
    ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1)
    return isWritten(ofNetwork.get(network) ?? 0, event)
  })
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('repeats from one network are logged ten times, then at each power of ten', () => {
  expect(writtenOf(12_000, () => 1)).toEqual([...upTo(10), 100, 1_000, 10_000])
})

test('events from ever new networks are logged a hundred times, then at each power of ten', () => {
  expect(writtenOf(12_000, (event) => event)).toEqual([...upTo(100), 1_000, 10_000])
})

test('one noisy network does not hide the next', () => {
  expect(writtenOf(60, (event) => (event <= 50 ? 1 : 2))).toEqual([...upTo(10), ...upTo(60).slice(50)])
})

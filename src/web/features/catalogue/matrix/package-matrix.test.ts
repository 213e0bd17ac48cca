import { expect, test } from 'vitest'
import { matrixAct } from './package-matrix.tsx'

const PRESS = { key: '', repeat: false, ctrlKey: false, metaKey: false, altKey: false }
const MIDDLE = { row: 1, column: 2 }
const CORNER = { row: 0, column: 0 }
const LAST = { row: 3, column: 3 }
const to = (row: number, column: number) => ({ kind: 'focus', position: { row, column } })

test.each([
  ['ArrowLeft', MIDDLE, to(1, 1)],
  ['ArrowDown', MIDDLE, to(2, 2)],
  ['Home', MIDDLE, to(1, 0)],
  ['End', MIDDLE, to(1, 3)],
  ['ArrowUp', CORNER, to(0, 0)],
  ['ArrowDown', LAST, to(3, 3)],
  ['PageDown', MIDDLE, { kind: 'turn', steps: 1 }],
  ['PageUp', MIDDLE, { kind: 'turn', steps: -1 }],
  ['Delete', MIDDLE, { kind: 'give back' }],
  ['0', MIDDLE, { kind: 'set', units: 0 }],
  ['Enter', MIDDLE, null],
  ['Tab', MIDDLE, null],
])('%s from %j does %j', (key, from, expected) => {
  expect(matrixAct({ ...PRESS, key }, from)).toEqual(expected)
})

test.each(['Enter', ' '])('%j held down presses its button once', (key) => {
  expect(matrixAct({ ...PRESS, key, repeat: true }, MIDDLE)).toEqual({ kind: 'swallow' })
})

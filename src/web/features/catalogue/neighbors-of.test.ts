import { expect, test } from 'vitest'
import { readAtlas } from '../../build/atlas.ts'
import { drawOutlines } from '../../build/county-outlines.ts'
import { neighborsOf } from './neighbors-of.ts'

const files = drawOutlines(readAtlas())
const outlinesOf = (code: string) => JSON.parse(files.get(`outlines/${code}.json`) ?? '{}')

test('a county’s neighbors are sorted by name', () => {
  const names = neighborsOf('48453', 'Texas', outlinesOf('48')).map(({ county }) => county)

  expect(names).toEqual(['Bastrop', 'Blanco', 'Burnet', 'Caldwell', 'Hays', 'Williamson'])
})

test('neighbors across the state line come last and name their state', () => {
  const bowie = neighborsOf('48037', 'Texas', outlinesOf('48')).map(({ county, state }) => `${county}, ${state}`)

  expect(bowie.slice(0, 2)).toEqual(['Cass, Texas', 'Morris, Texas'])
  expect(bowie).toContain('Miller, Arkansas')
  expect(bowie).toContain('McCurtain, Oklahoma')
})

test('an island has no neighbors, and neither does an unknown code', () => {
  expect(neighborsOf('15003', 'Hawaii', outlinesOf('15'))).toEqual([])
  expect(neighborsOf('99999', 'Texas', outlinesOf('48'))).toEqual([])
})

import { expect, test } from 'vitest'
import { readAtlas } from '../../build/atlas.ts'
import { drawOutlines } from '../../build/county-outlines.ts'
import { neighboursOf } from './neighbours-of.ts'

const files = drawOutlines(readAtlas())
const outlinesOf = (code: string) => JSON.parse(files.get(`outlines/${code}.json`) ?? '{}')

test('a county’s neighbours stand by name', () => {
  const names = neighboursOf('48453', 'Texas', outlinesOf('48')).map(({ county }) => county)

  expect(names).toEqual(['Bastrop', 'Blanco', 'Burnet', 'Caldwell', 'Hays', 'Williamson'])
})

test('neighbours across the state line come last and name their state', () => {
  const bowie = neighboursOf('48037', 'Texas', outlinesOf('48')).map(({ county, state }) => `${county}, ${state}`)

  expect(bowie.slice(0, 2)).toEqual(['Cass, Texas', 'Morris, Texas'])
  expect(bowie).toContain('Miller, Arkansas')
  expect(bowie).toContain('McCurtain, Oklahoma')
})

test('an island has none, and a code nobody knows neither', () => {
  expect(neighboursOf('15003', 'Hawaii', outlinesOf('15'))).toEqual([])
  expect(neighboursOf('99999', 'Texas', outlinesOf('48'))).toEqual([])
})

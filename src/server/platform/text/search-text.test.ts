import { expect, test } from 'vitest'
import { readSearch, type SearchWords } from './search-text.ts'

test.each([
  ['Garland Desmond', ['garland', 'desmond']],
  ['Desmond, Garland', ['desmond', 'garland']],
  ['(512) 555-0184', ['5550184', '512']],
  ['+1 512.555.0184', ['5125550184']],
  ['+15125550184', ['5125550184']],
  ['555-0184', ['5550184']],
  ['$638', ['$638.']],
  ['$1,638.50', ['$1638.50']],
  ['638.00', ['638.00']],
  ['ada_love@', ['ada_love@']],
  ['LY-7K3M9QXD', ['ly-7k3m9qxd']],
  ['al', [' al']],
  ['100% \\o/ ada', ['100', ' o/', 'ada']],
  ['ada ADA Ada', ['ada']],
  ['Seán O’Brien', ['obrien', 'sean']],
  ['one two three four fifth', ['three', 'fifth', 'four', 'one']],
])('a search for "%s" looks for its words, longest first', (typed, words) => {
  const { lookup1, lookup2, ...found } = readSearch(typed) as SearchWords
  expect(Object.values(found).filter((word) => word !== '')).toEqual(words)
  expect(words[0]).toContain(lookup1)
  expect(words[1] ?? '').toContain(lookup2)
})

test('a search asks the index for what comes before the @ of an address, if that is long enough', () => {
  expect(readSearch('past777@seed.example')).toMatchObject({
    word1: 'past777@seed.example',
    lookup1: 'past777',
    lookup2: '',
  })
  expect(readSearch('al@seed.example')).toMatchObject({ lookup1: 'al@seed.example' })
})

test('a search for nothing asks nothing, and for signs alone finds nothing', () => {
  expect([undefined, '', '  '].map(readSearch)).toEqual([null, null, null])
  expect(['%_\\', '!!!', '& | :*', ','].map(readSearch)).toEqual(['none', 'none', 'none', 'none'])
})

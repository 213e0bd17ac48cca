import { expect, test } from 'vitest'
import { countiesOfZips } from './counties-of-zips.ts'

test('a ZIP code lies in each county that it has a part in, and an unknown one in none', async () => {
  const [travis, williamson] = ['48453', '48491']

  const found = await countiesOfZips(new Set(['78701', '78613', '01001', '00000']))

  expect(Object.fromEntries([...found].map(([zip, counties]) => [zip, [...counties]]))).toEqual({
    '78701': [travis],
    '78613': [travis, williamson],
    '01001': ['25013'],
  })
})

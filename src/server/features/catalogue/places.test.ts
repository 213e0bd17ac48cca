import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { properAddress } from './places.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

test.each([
  ['state=TX', '/leads?state=Texas'],
  ['state=Texas&county=Travis+County', '/leads?state=Texas&county=Travis'],
  [
    'view=map&state=de&county=new%20castle%20county&type=owner',
    '/leads?view=map&state=Delaware&county=New+Castle&type=owner',
  ],
  ['state=TX&county=Travs', '/leads?state=Texas&county=Travs'],
])('/leads?%s is properly %s', async (query, proper) => {
  expect(await properAddress(store.ctx, '/leads', query)).toBe(proper)
})

test.each([
  '',
  'state=Texas',
  'county=Travis',
  'state=Texas&county=Travis&view=map',
  'state=Texass&county=Travis County',
])('/leads?%s stays', async (query) => {
  expect(await properAddress(store.ctx, '/leads', query)).toBeNull()
})

test('only the leads page is sent elsewhere', async () => {
  expect(await properAddress(store.ctx, '/sales-dashboard', 'state=TX')).toBeNull()
})

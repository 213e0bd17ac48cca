import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { writePlace } from './write-place.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

test.each([
  ['state=Texas&county=Travis', 'Travis County, Texas', '/leads?state=Texas&amp;county=Travis&amp;'],
  [
    'type=owner&state=Delaware&county=New+Castle',
    'New Castle County, Delaware',
    '/leads?state=Delaware&amp;county=New+Castle&amp;type=owner&amp;',
  ],
  ['state=Texas', '', '/leads?state=Texas&amp;'],
  ['', '', '/leads?'],
])('a page at ?%s gets the name of its county and its own address', async (query, placeName, leadsAddress) => {
  expect(await writePlace(store.ctx, query)).toEqual({ placeName, leadsAddress })
})

test.each([
  'state=Texas&county=%3Cscript%3E',
  'state=%22%3E%3Cscript%3E&county=Travis',
  'type=%22%3E%3Cscript%3E',
  'state=__proto__&county=Travis',
])('nothing of the address ?%s itself gets into the page', async (query) => {
  expect(await writePlace(store.ctx, query)).toEqual({ placeName: '', leadsAddress: '/leads?' })
})

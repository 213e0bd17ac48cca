import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { writePlainMarketForm } from './plain-market-form.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock('48453-vacant-vip-20', 5)
})
afterAll(() => store.close())

const form = (query: string, path = '/leads') => writePlainMarketForm(store.ctx, path, query)
const chosen = (html: string) => [...html.matchAll(/<option value="([^"]*)" selected>/g)].map(([, value]) => value)

test('offers the states, then the counties of the chosen one, then what is on sale there', async () => {
  const [first, second, third] = [await form(''), await form('state=Texas'), await form('state=Texas&county=Travis')]

  expect(first).toContain('<option value="Texas">')
  expect([first, second, third].map((html) => html.includes('name="county"'))).toEqual([false, true, true])
  expect(second).toContain('<option value="Travis">')
  expect([first, second, third].map(chosen)).toEqual([[], ['Texas'], ['Texas', 'Travis']])
  expect(third).toContain('1 lead package in stock for Travis, Texas')
})

test('does not repeat a URL that names no known place', async () => {
  const html = await form('state=%22%3E%3Cscript%3E&county=Travis')

  expect(html).not.toContain('script')
  expect(chosen(html)).toEqual([])
})

test('keeps a known lead type from the URL', async () => {
  expect(await form('state=Texas&type=owner')).toContain('<input type="hidden" name="type" value="owner">')
  expect(await form('state=Texas&type=castle')).not.toContain('hidden')
})

test('stays in Texas if the county is not in it', async () => {
  expect(chosen(await form('state=Texas&county=Nowhere'))).toEqual(['Texas'])
})

test('appears only on the leads page', async () => {
  expect(await form('', '/')).toBe('')
})

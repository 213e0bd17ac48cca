/** Keeps our own rules (tidy-rules.ts), and the promises that contract, server, tests and docs make to each other. */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { REFUSAL_CASES } from '#contract/refusal-cases.ts'
import { COMMON_REFUSALS, REFUSALS } from '#contract/refusals.ts'
import { findLostNames } from './named-documents.ts'
import { isCode, isServer, isTest, readProjectFiles, TIDY_RULES, withoutComments } from './tidy-rules.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** `npm run screens` writes all others outside git: hundreds of them made every checkout six times as large. */
const PICTURES_MAX = 12
const files = readProjectFiles()
const serverCode = files.filter((file) => isServer(file) && !isTest(file))
/** Tests, and what only tests call. */
const tests = files.filter(
  (file) => (isTest(file) || file.path.startsWith('src/testing/')) && !file.path.startsWith('src/testing/tidy'),
)
const routeTables = serverCode.filter(({ path }) => /^src\/server\/features\/.*\/routes\.ts$/.test(path))

const testCode = tests.map(({ text }) => withoutComments(text)).join('\n')

/**
 * The contract's names that the routes bind, one per line of a table; a name that clashes is imported `as` another.
 * A route of its own (the webhook's, for its raw body) uses the endpoint's own path.
 */
const boundNames = routeTables.flatMap(({ text }) =>
  [
    ...withoutComments(text).matchAll(
      /\bbind(?:Cached|Stream|Page|File)?\(\s*(?:\w+\.)?(\w+)|\bapp\.\w+\(\s*(\w+)\.path\b/g,
    ),
  ].map(([, bound, alone]) => {
    const local = bound ?? alone ?? ''
    return new RegExp(`\\b(\\w+) as ${local}\\b`).exec(text)?.[1] ?? local
  }),
)

/** A test reaches an endpoint by its name or by an address that its path matches. */
function isReached({ name, path }: (typeof ALL_ENDPOINTS)[number]): boolean {
  const address = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^\'"`\\s/]+')
  return new RegExp(`\\b${name}\\b|['"\`}]${address}(?=['"\`?$])`).test(testCode)
}

it('our own rules are checked over the whole project', () => {
  expect(files.filter(isCode).length).toBeGreaterThan(50)
})

it.each(TIDY_RULES)('$promise', ({ reason, find }) => {
  expect(find(files), reason).toEqual([])
})

it.each(TIDY_RULES)('a violation is detected: $promise', ({ find, wrong }) => {
  expect(find([wrong])).not.toEqual([])
})

it('the contract has each endpoint bound by exactly one line of one routes.ts', () => {
  const counts = ALL_ENDPOINTS.map(({ name }) => ({
    name,
    bound: boundNames.filter((bound) => bound === name).length,
  }))

  expect(counts.filter(({ bound }) => bound !== 1)).toEqual([])
})

it('the contract lists every endpoint that is bound: the access and refusal tests go through that list', () => {
  const listed = new Set(ALL_ENDPOINTS.map(({ name }) => name))

  expect(boundNames.filter((name) => !listed.has(name))).toEqual([])
})

it('the contract has each endpoint called by a test, since an untested one may stop working unnoticed', () => {
  const untested = ALL_ENDPOINTS.filter((endpoint) => !isReached(endpoint)).map(({ name }) => name)

  expect(untested).toEqual([])
})

it('the contract gives each endpoint a name and an address of its own', () => {
  const names = ALL_ENDPOINTS.map(({ name }) => name)
  const addresses = ALL_ENDPOINTS.map(({ method, path }) => `${method} ${path}`)

  expect(new Set(names).size).toBe(names.length)
  expect(new Set(addresses).size).toBe(addresses.length)
})

it('the contract has no refusal that neither every call nor an endpoint lists', () => {
  const listed = new Set<string>([...COMMON_REFUSALS, ...ALL_ENDPOINTS.flatMap(({ refusals }) => refusals)])

  expect(Object.keys(REFUSALS).filter((refusal) => !listed.has(refusal))).toEqual([])
})

it('the contract has no refusal that the server never sends', () => {
  const code = serverCode.map(({ text }) => withoutComments(text)).join('\n')
  const isSaid = (refusal: string) => code.includes(`'${refusal}'`)
  const cases = Object.keys(REFUSAL_CASES)
  const unused = Object.keys(REFUSALS).filter(
    (refusal) => !isSaid(refusal) && !cases.some((each) => each.startsWith(`${refusal}.`) && isSaid(each)),
  )

  expect([...unused, ...cases.filter((each) => !isSaid(each))]).toEqual([])
})

describe('the documents', () => {
  const pages = files.filter(({ path }) => path.endsWith('.md'))
  const records = pages
    .filter(({ path }) => path.startsWith('docs/decisions/'))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

  const PAGE = { path: 'docs/page.md', text: '# Page\n\n## A heading\n' }
  const RECORD = { path: 'docs/decisions/0001-first.md', text: '# 1. First\n' }
  const findIn = (text: string, path = 'docs/other.md') => findLostNames([PAGE, RECORD, { path, text }])

  it.each([
    ['a document', 'See lost.md.'],
    ['a document in a comment', '// docs/lost.md says why', 'src/web/a.ts'],
    ['a heading', 'See docs/page.md#another-heading.'],
    ['a record by its number', 'As decision 2 says.'],
    ['a record by its file', 'See docs/decisions/0002.', 'scripts/a.ts'],
    ['the target of a link', '[a picture](lost.webp)'],
    ['the heading of a link', '[page](page.md#another-heading)'],
    ['the bracket of a link', 'The page (page](page.md)'],
    ['a file of code', 'Decided in `stock/lost.ts`.'],
  ])('are checked for %s that is missing', (_, text, path?: string) => {
    expect(findIn(text, path)).not.toEqual([])
  })

  it('may name what exists', () => {
    const text =
      'docs/page.md#a-heading, [page](page.md#a-heading), decision 1, docs/decisions/0001, https://a.example/lost.md'

    expect(findIn(text)).toEqual([])
  })

  it('show every picture that git keeps, at most a dozen', () => {
    const pictures = readdirSync(join(ROOT, 'docs'), { recursive: true })
      .map(String)
      .filter((path) => /\.(webp|png|jpe?g|gif)$/.test(path))
    const unseen = pictures.filter((path) => !pages.some(({ text }) => text.includes(path)))

    expect(pictures.length).toBeLessThanOrEqual(PICTURES_MAX)
    expect(unseen).toEqual([])
  })

  it('number each decision record once; a number that is gone is not given again', () => {
    const numbers = records.map(({ path }) => /\/(\d{4})-/.exec(path)?.[1])

    expect(numbers).not.toContain(undefined)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('tell context, decision, consequences and alternatives in each decision record in force', () => {
    const inForce = records.filter(({ text }) => !/^# .+\n\nWithdrawn\. /.test(text))
    const incomplete = inForce.flatMap(({ path, text }) =>
      ['Context', 'Decision', 'Consequences', 'Alternatives']
        .filter((heading) => !text.includes(`\n## ${heading}\n`))
        .map((heading) => `${path}: ${heading}`),
    )

    expect(inForce.length).toBeGreaterThan(0)
    expect(incomplete).toEqual([])
  })
})

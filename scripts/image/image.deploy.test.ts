/** What deploy/ says twice, or says about the store, is true. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { CONFIG_VARIABLES } from '#server/config/config-variables.ts'
import { SERVER_SOURCES } from '../lib/build-server.mjs'
import { WEB_SOURCES } from '../lib/build-web.mjs'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Variables that only compose.yaml reads. */
const OF_COMPOSE = /^(DOMAIN|LEADYARD_IMAGE|DATABASE_PASSWORD|BACKUP_\w+|(POSTGRES|CADDY)_IMAGE)$/

test('the image and the unit let the memory at hand decide the heap', () => {
  const node = (HEAP: string) =>
    spawnSync(process.execPath, [join(ROOT, 'deploy/node.mjs'), '--print', 'process.execArgv.join(" ")'], {
      env: { ...process.env, HEAP },
      encoding: 'utf8',
    })
  expect(node('small').stdout).toMatch(/^--max-semi-space-size=4 --heap-growing-percent=30 /)
  expect(node('large').stdout).toMatch(/^--max-semi-space-size=16 /)
  expect(node('').stderr).toMatch(/^Memory: a (small|large) heap \([\d,]+ MB at hand\)\.\n$/)
  expect(read('deploy/Containerfile')).toContain('node", "deploy/node.mjs"]\nCMD ["dist/server/main.js"]')
  expect(read('deploy/leadyard.service')).toContain('/bin/node deploy/node.mjs dist/server/main.js\n')
})

test('the image and the unit set the variables of memory that npm start sets', () => {
  const set = read('scripts/lib/run-program.mjs').matchAll(/(MALLOC_\w+): '(\d+)'/g)
  const variables = [...set].map(([, name, value]) => `${name}=${value}`)

  expect(variables).toHaveLength(2)
  for (const file of ['deploy/Containerfile', 'deploy/leadyard.service'])
    for (const variable of variables) expect(read(file)).toContain(variable)
})

test('the supervisors wait longer for a stop than the server takes', () => {
  const [, minutes] =
    /STOP_WITHIN_MS = minutes\((\d+)\)/.exec(read('src/server/platform/process/process-life.ts')) ?? []
  const [, unit] = /TimeoutStopSec=(\d+)s/.exec(read('deploy/leadyard.service')) ?? []
  const [, compose] = /stop_grace_period: (\d+)s/.exec(read('deploy/compose.yaml')) ?? []

  expect(Number(unit)).toBeGreaterThan(Number(minutes) * 60)
  expect(Number(compose)).toBeGreaterThan(Number(minutes) * 60)
})

test('.env.example names only variables that the store or compose.yaml reads', () => {
  const known = new Set<string>(CONFIG_VARIABLES.map(({ name }) => name))
  const named = [...read('deploy/.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name)

  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !known.has(name) && !OF_COMPOSE.test(name))).toEqual([])
  const compose = read('deploy/compose.yaml')
  for (const name of named.filter((name) => OF_COMPOSE.test(name))) expect(compose).toContain(`\${${name}`)
})

test('.env.example and compose.yaml name everything that production demands', () => {
  const files = `${read('deploy/.env.example').replaceAll(/^#.*$/gm, '')}\n${read('deploy/compose.yaml')}`
  let problems: readonly string[] = []
  try {
    readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com' })
  } catch (error) {
    if (error instanceof ConfigError) problems = error.problems
  }

  expect(problems.length).toBeGreaterThanOrEqual(2)
  for (const problem of problems) expect(files).toMatch(new RegExp(`^ *${/^\w+/.exec(problem)?.[0]}[=:]`, 'm'))
})

test('a store with the addresses of compose.yaml starts in production', () => {
  const [, databaseUrl = ''] = /DATABASE_URL: (.+)/.exec(read('deploy/compose.yaml')) ?? []
  const [, proxy = ''] = /TRUST_PROXY: (\S+)/.exec(read('deploy/compose.yaml')) ?? []
  const DATABASE_URL = databaseUrl.replace(/\$\{[^}]+\}/, 'c0ffee')

  const config = readConfig({
    NODE_ENV: 'production',
    ALLOW_SANDBOX: '1',
    PUBLIC_URL: 'https://shop.example.com',
    DATABASE_URL,
    TRUST_PROXY: proxy,
  })

  expect(config.databaseUrl).toBe('postgres://leadyard:c0ffee@%2Frun%2Fpostgresql/leadyard')
  expect(config.trustedProxies).toEqual(['172.30.57.2'])
  expect(read('deploy/compose.yaml')).toContain(`front: { ipv4_address: ${proxy} }`)
})

test('the image is built from everything that the store is built from', () => {
  const copied = [...read('deploy/Containerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  const missing = [...SERVER_SOURCES, ...WEB_SOURCES].filter(
    (source) => !copied.some((path) => matchesGlob(source, path) || source.startsWith(`${path}/`)),
  )

  expect(missing).toEqual([])
})

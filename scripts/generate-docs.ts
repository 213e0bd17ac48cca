/** Writes docs/generated/*.md and ARCHITECTURE.md's diagram from the code; `--check` fails if they are stale. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { is, SQL } from 'drizzle-orm'
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import { SETTING_NAMES, settingNamed, USUAL_SETTINGS } from '#contract/admin/settings.ts'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import type { Schema } from '#contract/endpoint.ts'
import { REFUSAL_CASES } from '#contract/refusal-cases.ts'
import { COMMON_REFUSALS, REFUSALS } from '#contract/refusals.ts'
import { CONFIG_VARIABLES } from '#server/config/config-variables.ts'
import { code, page, table } from './lib/generated-page.ts'
import { renderNotices } from './lib/notices.ts'
import { renderApi } from './lib/render-api.ts'

const ROOT = resolve(import.meta.dirname, '..')
const FEATURES = 'src/server/features'

const FILES: readonly (readonly [path: string, render: () => string | Promise<string>])[] = [
  ['docs/generated/routes.md', renderRoutes],
  ['docs/generated/refusals.md', renderRefusals],
  ['docs/generated/api.md', renderApi],
  ['docs/generated/env.md', renderVariables],
  ['docs/generated/third-party.md', renderNotices],
  ['docs/generated/tables.md', renderTables],
  ['docs/generated/jobs.md', renderJobs],
  ['docs/generated/retention.md', renderRetention],
  ['ARCHITECTURE.md', renderPicture],
  ['deploy/.env.example', renderExample],
]

function fieldsOf(schema: Schema | undefined): string {
  if (!schema) return ''
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
    .map((name) => code(required.includes(name) ? name : `${name}?`))
    .join(' ')
}

function renderRoutes(): string {
  const access = {
    anyone: 'anyone',
    session: 'signed-in members',
    admin: 'administrators',
    provider: 'whoever signs with the provider’s secret',
  }
  const rows = ALL_ENDPOINTS.map((endpoint) => [
    code(`${endpoint.method} ${endpoint.path}`),
    code(endpoint.name),
    access[endpoint.access],
    endpoint.summary,
    fieldsOf(endpoint.body ?? endpoint.query),
    endpoint.refusals.map(code).join(' '),
  ])
  return page(
    'Routes',
    '`src/contract`',
    `Any call may also be refused with ${COMMON_REFUSALS.map(code).join(', ')}; see [refusals](refusals.md).`,
    table(['call', 'name', 'who', 'what', 'sends', 'may be refused with'], rows),
  )
}

function renderRefusals(): string {
  const usersOf = (refusal: string) => {
    if (COMMON_REFUSALS.some((common) => common === refusal)) return 'any call'
    const users = ALL_ENDPOINTS.filter(({ refusals }) => refusals.some((listed) => listed === refusal))
    return users.map(({ name }) => code(name)).join(' ')
  }
  const rows = Object.entries(REFUSALS).flatMap(([name, { status, text }]) => [
    [code(name), `${status}`, text, usersOf(name)],
    ...Object.entries(REFUSAL_CASES)
      .filter(([each]) => each.startsWith(`${name}.`))
      .map(([, sentence]) => ['', '', sentence, '']),
  ])
  return page(
    'Refusals',
    '`src/contract/refusals.ts`, `src/contract/refusal-cases.ts`',
    'An expected no, answered as `{ message, code, requestId }`. The message is what the screen shows. A code may have more sentences, for cases in which its own would say too little.',
    table(['code', 'status', 'message', 'where'], rows),
  )
}

function renderVariables(): string {
  const rows = CONFIG_VARIABLES.map(({ name, meaning, defaultText }) => [code(name), meaning, defaultText])
  const settings = SETTING_NAMES.map((name) => [code(name), settingNamed(name).label, String(USUAL_SETTINGS[name])])
  return page(
    'Variables',
    '`src/server/config/config.ts`',
    'All are optional. With a wrong value the store does not start, and names every such variable and what to do. Each may be in a file: `SMTP_URL_FILE` names one with the value of `SMTP_URL`.',
    `${table(['variable', 'meaning', 'default'], rows)}\n\nSettings that \`SETTINGS\` may name; shares are in hundredths of a percent, and in production \`cashAppHandle\` starts empty:\n\n${table(['name', 'on the Settings page', 'usual value'], settings)}`,
  )
}

function featureFiles(kind: RegExp): { feature: string; path: string }[] {
  return readdirSync(join(ROOT, FEATURES), { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => kind.test(path))
    .sort()
    .map((path) => ({ feature: path.split('/')[0] ?? '', path: `${FEATURES}/${path}` }))
}

const importFile = (path: string): Promise<Record<string, unknown>> => import(pathToFileURL(join(ROOT, path)).href)

async function renderTables(): Promise<string> {
  const rooms = [
    ...featureFiles(/[/-]tables\.ts$/),
    { feature: 'platform', path: 'src/server/platform/database/tables.ts' },
    { feature: 'demo', path: 'src/demo/tables.ts' },
  ]
  const parts: string[] = []
  for (const { feature, path } of rooms) {
    const source = readFileSync(join(ROOT, path), 'utf8')
    if (!parts.includes(`## ${feature}`)) parts.push(`## ${feature}`)
    parts.push(proseOf(source.match(/^\/\*\*[\s\S]*?\*\//)?.[0] ?? ''))
    for (const [exported, value] of Object.entries(await importFile(path)))
      if (is(value, PgTable)) parts.push(...renderTable(value, exported, source))
  }
  return page('Tables', 'the `tables.ts` of each feature', 'The SQL itself, as it runs, is in `migrations/`.', ...parts)
}

function renderTable(value: PgTable, exported: string, source: string): string[] {
  const config = getTableConfig(value)
  const [before = '', text = ''] = source.split(`export const ${exported} = pgTable(`)
  const own = text.split('\nexport const ')[0] ?? ''
  const life = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(before)?.[0] ?? ''
  const keys = Object.entries(value)

  const columns = config.columns.map((column) => {
    const key = keys.find(([, other]) => other === column)?.[0] ?? column.name
    const docstring = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*${key}:`).exec(own)?.[0] ?? ''
    const facts = [
      column.primary ? 'primary key' : '',
      column.notNull || column.primary ? '' : 'may be null',
      column.default === undefined ? '' : `default ${is(column.default, SQL) ? 'computed' : String(column.default)}`,
      column.enumValues?.length ? column.enumValues.map(code).join(' ') : '',
    ]
    return [code(column.name), column.getSQLType(), facts.filter(Boolean).join(', '), proseOf(docstring)]
  })

  const named = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).join(', ')
  const guards = [
    ...config.primaryKeys.map((key) => `primary key (${named(key.columns)})`),
    ...config.uniqueConstraints.map((one) => `${code(one.name ?? '')} unique (${named(one.columns)})`),
    ...config.indexes.map(({ config: index }) => {
      const columns = index.columns.map((column) => ('name' in column && column.name ? column.name : 'expression'))
      const where = index.where ? ` where ${sqlText(index.where, config.name)}` : ''
      return `${code(index.name ?? '')} ${index.unique ? 'unique' : 'index'} (${columns.join(', ')})${where}`
    }),
    ...config.checks.map((check) => `${code(check.name)} check ${sqlText(check.value, config.name)}`),
  ].map((guard) => `- ${guard}${reasonOf(guard, own)}`)

  return [
    `### ${config.name}`,
    ...(life ? [proseOf(life)] : []),
    table(['column', 'type', 'facts', 'meaning'], columns),
    ...(guards.length > 0 ? [guards.join('\n')] : []),
  ]
}

function sqlText(value: SQL, tableName: string): string {
  const text = new PgDialect().sqlToQuery(value).sql
  return code(text.replaceAll(`"${tableName}".`, '').replaceAll('"', ''))
}

/** The comment above a constraint or index in the source: which query it serves, what it guards. */
function reasonOf(guard: string, own: string): string {
  const name = /`([^`]+)`/.exec(guard)?.[1]
  const anchor = guard.startsWith('primary key') ? 'primaryKey\\(' : `\\w+\\('${name}'`
  const comment = new RegExp(`((?:^[ \\t]*//.*\\n)+)[ \\t]*${anchor}`, 'm').exec(own)?.[1] ?? ''
  const prose = comment
    .replace(/^[ \t]*\/\/ ?/gm, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')
  return prose ? `: ${prose}` : ''
}

/** The text of a docstring, without tags such as `@see`. */
function proseOf(comment: string): string {
  const words = comment.slice(comment.lastIndexOf('/**') + 3, comment.lastIndexOf('*/'))
  const lines = words.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
  return (lines.join('\n').split(/\n@/)[0] ?? '').trim()
}

const JobRows = z.array(
  z.object({ name: z.string(), summary: z.string(), attemptsMax: z.number(), schedule: z.optional(z.string()) }),
)

async function allJobs(): Promise<(z.infer<typeof JobRows>[number] & { feature: string })[]> {
  const found = []
  for (const { feature, path } of featureFiles(/\/jobs\.ts$/)) {
    // A feature whose jobs get parts from others exports a function. The parts change nothing shown here.
    const made = Object.values(await importFile(path)).map((jobs) => (typeof jobs === 'function' ? jobs({}) : jobs))
    for (const job of JobRows.parse(made.flat())) found.push({ ...job, feature })
  }
  return found
}

async function renderRetention(): Promise<string> {
  const { forgetOldRows } = await import('../src/server/retention.ts')
  const rows = forgetOldRows.retention.map(({ what, kept, why, stays }) => [what, kept, why, stays ?? 'nothing'])
  return page(
    'What is forgotten, and when',
    '`src/server/retention.ts`',
    'Every hour, in steps of at most 1,000 rows. Orders, payments, credit and the audit log are never deleted; [record 13](../decisions/0013-data-retention.md) says why.',
    table(['what', 'is kept', 'why', 'what stays'], rows),
  )
}

async function renderJobs(): Promise<string> {
  const rows = (await allJobs()).map((job) => [
    code(job.name),
    job.feature,
    job.summary,
    job.schedule ? code(job.schedule) : 'when enqueued',
    `${job.attemptsMax}`,
  ])
  return page(
    'Jobs',
    'the `jobs.ts` of each feature',
    'A job is enqueued in the transaction of its cause, runs at least once, on any node, and checks state first.',
    table(['job', 'feature', 'what', 'when', 'tries at most'], rows),
  )
}

/** Replaces the diagram between the markers in ARCHITECTURE.md. People write the text around it. */
async function renderPicture(): Promise<string> {
  const { FEATURE_MAP } = await importFile('feature-map.mjs')
  const map = z.record(z.string(), z.array(z.string())).parse(FEATURE_MAP)
  const reaches = (feature: string): string[] => (map[feature] ?? []).flatMap((other) => [other, ...reaches(other)])
  // An arrow that a chain of others implies would only hide the order of the features.
  const arrows = Object.entries(map).flatMap(([feature, uses]) =>
    uses
      .filter((other) => !uses.some((between) => reaches(between).includes(other)))
      .map((other) => `  ${feature} --> ${other}`),
  )
  const picture = ['```mermaid', 'flowchart BT', ...arrows, '```'].join('\n')
  const [before, , after] = between('ARCHITECTURE.md', '<!-- feature-map: generated -->\n', '\n<!-- /feature-map -->')
  return before + picture + after
}

/** A file's text up to and with a mark, what follows, and the rest from another mark. People write the outer parts. */
function between(path: string, start: string, end: string): [before: string, inner: string, after: string] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const [before = '', rest = ''] = text.split(start)
  const [inner = '', ...after] = rest.split(end)
  if (after.length !== 1) throw new Error(`${path} needs the marks ${start} and ${end}`)
  return [before + start, inner, end + after[0]]
}

/** What the image sets, what only the embedded database reads, and what only tests set. */
const NOT_BY_OWNERS =
  /^(NODE_ENV|DATA_DIR|SECRETS_FILE|LOG_KEYS_FILE|BACKUP_.*|DEMO|RATE_LIMITS|.*_API_BASE|WEBHOOKS_TO_LOOPBACK)$/

/** Lists the variables that the other parts of the example do not name. */
function renderExample(): string {
  const [before, , after] = between(
    'deploy/.env.example',
    '# --- You may set these: generated ---\n',
    '\n# --- Only compose.yaml',
  )
  const isNamed = (name: string) => new RegExp(`^#?${name}=`, 'm').test(before + after)
  const variables = CONFIG_VARIABLES.filter(({ name }) => !NOT_BY_OWNERS.test(name) && !isNamed(name))
  const toDefault = (text: string) => (text.startsWith('absent') ? '' : ` Default: ${text}.`)
  const lines = variables.map((one) => `# ${one.meaning}${toDefault(one.defaultText)}\n#${one.name}=\n`)
  return `${before}\n${lines.join('')}${after}`
}

const isCheck = process.argv.includes('--check')
const stale: string[] = []
for (const [path, render] of FILES) {
  const file = join(ROOT, path)
  const fresh = await render()
  if (existsSync(file) && readFileSync(file, 'utf8') === fresh) continue
  stale.push(path)
  if (isCheck) continue
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, fresh)
}
if (isCheck && stale.length > 0) {
  console.error(`These pages no longer agree with the code: ${stale.join(', ')}. Run: npm run docs`)
  process.exit(1)
}
console.log(stale.length === 0 ? 'docs: all pages agree with the code' : `docs: wrote ${stale.join(', ')}`)

/**
 * Checks the imports of the whole tree against .dependency-cruiser.mjs and feature-map.mjs. `node
 * scripts/check-imports.mjs [--root <folder>] [--least <files>]`; `--root` is for the test of the rules themselves,
 * `--rules` prints their names. Besides the rules, it makes sure that the tool saw what it should: at least 50 files,
 * and in each file every import that a plain reading of its text finds. A tool that sees nothing reports nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cruise } from 'dependency-cruiser'
import config from '../.dependency-cruiser.mjs'
import { FEATURE_MAP } from '../feature-map.mjs'

const FILES_MIN = 50
const FOLDERS = ['src', 'scripts', 'lab', 'e2e']
const FEATURES = 'src/server/features'

const { values } = parseArgs({
  options: { root: { type: 'string' }, least: { type: 'string' }, rules: { type: 'boolean' } },
})
if (values.rules) {
  console.log(config.forbidden.map(({ name }) => name).join('\n'))
  process.exit(0)
}
if (values.root !== undefined) process.chdir(values.root)

const isSource = (path) => /(?<!\.d)\.(m?ts|tsx|mjs)$/.test(path)
const rootFiles = readdirSync('.').filter((name) => isSource(name))
const { output } = await cruise([...FOLDERS.filter((folder) => existsSync(folder)), ...rootFiles], {
  ...config.options,
  ruleSet: { forbidden: config.forbidden },
  validate: true,
  outputType: 'json',
})
const result = JSON.parse(output)
const modules = result.modules.filter(({ source }) => isSource(source) && !source.includes('node_modules/'))
const comments = new Map(config.forbidden.map(({ name, comment }) => [name, comment]))
const problems = [...checkRules(), ...checkWhatWasSeen(), ...(existsSync(FEATURES) ? checkFeatureMap() : [])]
if (problems.length > 0) {
  console.error(problems.join('\n\n'))
  console.error(`\n${problems.length} import problems in ${modules.length} files`)
  process.exit(1)
}
console.log(`imports: ${modules.length} files, ${result.summary.totalDependenciesCruised} imports, in order`)

function checkRules() {
  return result.summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? ` → ${cycle.map(({ name }) => name).join(' → ')}` : ` → ${to}`
    return `${rule.name}: ${from}${way}\n  ${comments.get(rule.name)}`
  })
}

/** Compares the files and imports that the tool reports with a plain reading of the folders and texts. */
function checkWhatWasSeen() {
  const least = values.least === undefined ? FILES_MIN : Number(values.least)
  if (modules.length < least)
    return [
      `too-few-files: only ${modules.length} files were seen, at least ${least} exist\n` +
        '  dependency-cruiser reads TypeScript 7 through @swc/core; without it, it sees nothing.',
    ]
  const found = []
  const seen = new Map(
    modules.map(({ source, dependencies }) => [source, new Set(dependencies.map(({ module }) => module))]),
  )
  for (const path of sourceFiles()) {
    const imports = seen.get(path)
    if (imports === undefined) {
      found.push(`unseen-file: ${path}\n  dependency-cruiser did not read this file, so no rule holds for it.`)
      continue
    }
    const missed = importsInText(readFileSync(path, 'utf8')).filter(
      (specifier) => !imports.has(specifier.replace(/^node:/, '')),
    )
    for (const specifier of missed)
      found.push(`unseen-import: ${path} → ${specifier}\n  The text imports it, dependency-cruiser did not notice.`)
  }
  return found
}

function sourceFiles() {
  return FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((path) => isSource(path) && !/(^|\/)(dist|data|node_modules)\//.test(path)),
  )
}

/** Static imports and re-exports at the start of a line, where the formatter puts them. */
function importsInText(text) {
  return [...text.matchAll(/^(?:import|export)\b[^'"`;=()]*?\bfrom '([^'\n]+)'|^import '([^'\n]+)'/gm)].map(
    (match) => (match[1] ?? match[2] ?? '').split('?')[0],
  )
}

/** The map describes the features correctly only if each feature has a row, each arrow is used, and there is no circle. */
function checkFeatureMap() {
  const found = []
  const rooms = readdirSync(FEATURES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const rows = Object.keys(FEATURE_MAP)
  for (const room of rooms.filter((name) => !rows.includes(name)))
    found.push(
      `feature-without-row: ${FEATURES}/${room}\n  Add it to feature-map.mjs; until then nothing limits what it uses.`,
    )
  for (const row of rows.filter((name) => !rooms.includes(name)))
    found.push(`row-without-feature: ${row}\n  feature-map.mjs names a feature that does not exist.`)

  const used = new Set(
    modules
      .filter(({ source }) => !source.includes('.test.'))
      .flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => `${featureOf(source)} → ${featureOf(resolved)}`),
      ),
  )
  for (const { path, from, to, table } of tablesInSql(rooms)) {
    used.add(`${from} → ${to}`)
    if (!(FEATURE_MAP[from] ?? []).includes(to))
      found.push(
        `feature-map-sql: ${path} → ${table} of ${to}\n  SQL that names a table of another feature is an arrow like an import; feature-map.mjs does not list it.`,
      )
  }
  rows.forEach((feature, place) => {
    for (const other of FEATURE_MAP[feature]) {
      if (rows.indexOf(other) >= place)
        found.push(
          `row-order: ${feature} → ${other}\n  A feature uses features above it in feature-map.mjs, so that arrows cannot make a circle.`,
        )
      if (rooms.includes(feature) && !used.has(`${feature} → ${other}`))
        found.push(
          `unused-arrow: ${feature} → ${other}\n  Nothing uses it; remove it from feature-map.mjs, so that the picture stays true.`,
        )
    }
  })
  return found
}

function featureOf(path) {
  return /^src\/server\/features\/([^/]+)\//.exec(path)?.[1] ?? ''
}

/** Finds SQL of a feature that names another feature's table. Imports cannot show that, since SQL is text. */
function tablesInSql(rooms) {
  const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const filesOf = (kind) =>
    rooms.flatMap((room) =>
      readdirSync(join(FEATURES, room), { recursive: true })
        .filter((name) => kind.test(name))
        .map((name) => ({ from: room, path: join(FEATURES, room, name) })),
    )
  const owners = new Map(
    filesOf(/(^|[/-])tables\.ts$/).flatMap(({ from, path }) =>
      [...textOf(path).matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(([, table]) => [table, from]),
    ),
  )
  const filesWithSql = filesOf(/(?<!\.test)\.ts$/).filter(
    ({ path }) => /(^|[/-])(queries|row)\.ts$/.test(path) || /\bstatement[<(]/.test(textOf(path)),
  )
  return filesWithSql.flatMap(({ from, path }) => {
    const code = textOf(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    const named = [...code.matchAll(/\b(?:from|join|into|update)\s+(\w+)\b/g)].map(([, table]) => table)
    return [...new Set(named)]
      .map((table) => ({ path, from, to: owners.get(table), table }))
      .filter(({ to }) => to !== undefined && to !== from)
  })
}

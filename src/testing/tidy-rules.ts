/**
 * Our own rules over the text of the files: what formatter, linter, types and import rules cannot check. Each rule has
 * its reason and a wrong example that it must find, so a rule that checks nothing fails. They read text, not syntax:
 * that is easy to understand, and strict enough for how this code is formatted.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { findLostNames, type SourceFile } from './named-documents.ts'

export interface TidyRule {
  readonly promise: string
  readonly reason: string
  /** The places that break the rule, as `path:line what`. */
  find(files: readonly SourceFile[]): string[]
  readonly wrong: SourceFile
}

const LINES_MAX = 500
const CODE_ENDINGS = ['.ts', '.tsx', '.mjs', '.js']
/** Full of patterns and wrong examples, so rules about patterns skip it. */
const THIS_FILE = 'src/testing/tidy-rules.ts'
const ROOT = resolve(import.meta.dirname, '../..')
const FOLDERS = ['src', 'scripts', 'lab', 'e2e', 'docs', 'migrations', 'deploy', '.ci']
const TEXT_FILE = /\.(m?[jt]sx?|md|css|html|sql|svg|sh)$|(^|\/)run$/

/** Every text file of the project that people write or read, including those in the root. */
export function readProjectFiles(): SourceFile[] {
  const entries = readdirSync(ROOT, { withFileTypes: true })
  const rootFiles = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const inFolders = entries
    .filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name))
    .flatMap(({ name }) => readdirSync(join(ROOT, name), { recursive: true }).map((path) => join(name, String(path))))
  return [...rootFiles, ...inFolders]
    .filter((path) => TEXT_FILE.test(path) && !path.includes('node_modules'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(ROOT, path), 'utf8') }))
}

export const isCode = ({ path }: SourceFile): boolean => /^(src|scripts|lab|e2e)\/.*\.(m?[jt]sx?)$/.test(path)
export const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path)
export const isServer = ({ path }: SourceFile): boolean => path.startsWith('src/server/')

/** Returns the text with blanked comments (line numbers stay): rules about code must not react to words about code. */
export function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  return text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, blank).replace(/(^|[\s,;])\/\/ .*$/gm, blank)
}

/** Every place where a pattern occurs, as `path:line match`. */
function places(file: SourceFile, pattern: RegExp, text = file.text): string[] {
  return [...text.matchAll(pattern)].map(
    (match) => `${file.path}:${text.slice(0, match.index).split('\n').length} ${match[0].trim().slice(0, 80)}`,
  )
}

/** A rule that a pattern occurs nowhere in the code of the files it applies to. */
function never(options: {
  promise: string
  reason: string
  pattern: RegExp
  applies: (file: SourceFile) => boolean
  wrong: SourceFile
  /** Comments count too. */
  inComments?: boolean
}): TidyRule {
  return {
    ...options,
    find: (files) =>
      files
        .filter((file) => file.path !== THIS_FILE && options.applies(file))
        .flatMap((file) => places(file, options.pattern, options.inComments ? file.text : withoutComments(file.text))),
  }
}

export const TIDY_RULES: readonly TidyRule[] = [
  never({
    promise: 'the server reads the time in platform/clock.ts only',
    reason: 'Tests set the clock; code that reads another one cannot be tested at the moment a hold runs out.',
    pattern: /\bnew Date\(\s*\)|\bDate\.now\(/g,
    applies: (file) => isServer(file) && !isTest(file) && file.path !== 'src/server/platform/clock.ts',
    wrong: { path: 'src/server/features/cart/wrong.ts', text: 'const at = new Date()' },
  }),
  never({
    promise: 'the sandbox reads the time in sandbox/clock.ts only',
    reason: 'Signatures and retries follow the time its owner hands in; two clocks would disagree in tests.',
    pattern: /\bnew Date\(\s*\)|\bDate\.now\(/g,
    applies: (file) =>
      file.path.startsWith('src/sandbox/') &&
      !isTest(file) &&
      !/^src\/sandbox\/(clock\.ts|.*\/browser\/)/.test(file.path) &&
      file.path.endsWith('.ts'),
    wrong: { path: 'src/sandbox/stripe/wrong.ts', text: 'const at = Date.now()' },
  }),
  never({
    promise: 'no feature asks the database for the time',
    reason: 'A default or comparison with the database’s clock ignores the clock that tests and operations use.',
    pattern: /(?<![.\w])now\(\)|\bcurrent_timestamp\b|\bdefaultNow\(/gi,
    applies: (file) => /^src\/server\/features\/.*[/-](queries|tables)\.ts$/.test(file.path),
    wrong: { path: 'src/server/features/cart/queries.ts', text: '`where expires_at < now()`' },
  }),
  never({
    promise: 'the environment is read in platform/config.ts only',
    reason: 'A variable read elsewhere escapes validation, the generated table and the check for production.',
    pattern: /\bprocess\.env\b|\bimport\.meta\.env\.(?!DEV\b|PROD\b)/g,
    applies: (file) =>
      /^src\/(contract|server|sandbox|web)\//.test(file.path) &&
      !isTest(file) &&
      file.path !== 'src/server/config/config.ts',
    wrong: { path: 'src/server/app.ts', text: 'const port = process.env.PORT' },
  }),
  {
    promise: `no file is longer than ${LINES_MAX} lines`,
    reason: 'A file that needs scrolling holds more than one idea; the next reader wants one.',
    find: (files) =>
      files
        .filter(isCode)
        .map((file) => ({ path: file.path, lines: file.text.trimEnd().split('\n').length }))
        .filter(({ lines }) => lines > LINES_MAX)
        .map(({ path, lines }) => `${path}:${lines} lines`),
    wrong: { path: 'src/server/long.ts', text: 'x\n'.repeat(LINES_MAX + 1) },
  },
  {
    promise: 'every exported function of contract and server has a docstring',
    reason: 'It says what the function guarantees, its units and its refusals; a name alone cannot.',
    find: (files) =>
      files
        .filter((file) => /^src\/(contract|server)\//.test(file.path) && !isTest(file))
        .flatMap((file) =>
          [...file.text.matchAll(/(.*)\n(export (?:default )?(?:async )?function\*? .*)$/gm)]
            .filter(([, before = '', line = '']) => !before.trimEnd().endsWith('*/') && !isOverloadAfter(before, line))
            .map(([, , line]) => `${file.path} ${line}`),
        ),
    wrong: { path: 'src/server/features/cart/wrong.ts', text: '\nexport function addToCart() {}' },
  },
  never({
    promise: 'no test is skipped or runs alone',
    reason: 'A skipped test is a promise that nobody keeps; a test that runs alone hides all others.',
    pattern:
      /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:only|skip|todo|skipIf|runIf|fails)\b|\b(?:xit|xtest|xdescribe|fit|fdescribe)\(|\bctx\.skip\(/g,
    applies: isCode,
    wrong: { path: 'src/contract/wrong.test.ts', text: "it.only('adds', () => {})" },
  }),
  never({
    promise: 'no test waits a fixed time in the browser',
    reason: 'A sleep hides a race on a fast machine and fails on a slow one; wait for what a person sees.',
    pattern: /\bwaitForTimeout\(/g,
    applies: isCode,
    wrong: { path: 'e2e/wrong.test.ts', text: 'await page.waitForTimeout(500)' },
  }),
  {
    promise: 'a test file has the name of the file or the folder that it tests',
    reason: 'Who changes place-hold.ts finds its tests beside it, and `npm test -- place-hold` runs them.',
    find: (files) => {
      const paths = new Set(files.map(({ path }) => path))
      return files
        .filter((file) => isTest(file) && !file.path.startsWith('e2e/'))
        .map(({ path }) => path)
        .filter((path) => {
          const [folder = '', name = ''] = [dirname(path), basename(path)]
          const [stem = ''] = name.split('.')
          return stem !== basename(folder) && !CODE_ENDINGS.some((ending) => paths.has(`${folder}/${stem}${ending}`))
        })
    },
    wrong: { path: 'src/server/features/stock/races.test.ts', text: '' },
  },
  {
    promise: 'names of files and folders are kebab-case',
    reason: 'One way to write a name, on file systems that see case and on those that do not.',
    find: (files) =>
      files
        // GitHub shows a README.md, spelled like this, with its folder.
        .map(({ path }) => path.replace(/\/README\.md$/, ''))
        .filter((path) => path.includes('/'))
        .filter((path) => path.split('/').some((part) => !/^\.?[a-z0-9]+([-_][a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(part))),
    wrong: { path: 'src/web/ui/DataTable.tsx', text: '' },
  },
  never({
    promise: 'no folder hides behind an index file',
    reason: 'The path of an import tells the reader where the code lives; a barrel tells only that it lives somewhere.',
    pattern: /^/g,
    applies: (file) => /^src\/.*\/index\.tsx?$/.test(file.path),
    wrong: { path: 'src/server/features/cart/index.ts', text: "export * from './add-to-cart.ts'" },
  }),
  never({
    promise: 'no check is switched off',
    reason: 'The tools speak for the next reader; when one is wrong, its configuration says so once, for all files.',
    pattern: /biome-ignore|@ts-(?:ignore|nocheck|expect-error)|eslint-disable|\bas unknown as\b|:\s*any\b(?=[,;)=\s])/g,
    applies: isCode,
    inComments: true,
    wrong: { path: 'src/server/app.ts', text: '// @ts-ignore' },
  }),
  never({
    promise: 'an open point names its issue',
    reason: 'A note without an issue is found by nobody; write `TODO(#123): …`.',
    pattern: /\b(?:TODO(?!\(#\d+\): )|FIXME|XXX|HACK)\b/g,
    applies: isCode,
    inComments: true,
    wrong: { path: 'src/server/app.ts', text: '// TODO: later' },
  }),
  never({
    promise: 'no file names a folder of somebody’s machine',
    reason: 'The project must run wherever it is cloned, and says nothing about where it was written.',
    pattern: /(?<![\w.$}/:-])\/(?:home|Users|work)\/[\w.-]+/g,
    applies: () => true,
    inComments: true,
    wrong: { path: 'README.md', text: `cd ${['', 'home', 'me', 'shop'].join('/')}` },
  }),
  {
    promise: 'every SQL statement has a name of its own',
    reason: 'PostgreSQL keeps plans by name within a connection: two texts under one name would run each other’s plan.',
    find: (files) => {
      const seen = new Map<string, string>()
      return files
        .filter((file) => isServer(file) && !isTest(file))
        .flatMap((file) =>
          [...withoutComments(file.text).matchAll(/\bstatement(?:<[^(]*>)?\(\s*'([^']+)'/g)].flatMap(
            ([, name = '']) => {
              const first = seen.get(name)
              seen.set(name, file.path)
              return first === undefined ? [] : [`${file.path} ${name} is also in ${first}`]
            },
          ),
        )
    },
    wrong: { path: 'src/server/x/queries.ts', text: "statement('a.b')``\nstatement<Row>('a.b')``" },
  },
  {
    promise: 'every tables.ts opens with the life of a row',
    reason: 'Who writes a row and who ends it is what a reader of a table needs first; the docs are made from it.',
    find: (files) =>
      files.filter((file) => /[/-]tables\.ts$/.test(file.path) && !file.text.startsWith('/**')).map(({ path }) => path),
    wrong: { path: 'src/server/features/cart/tables.ts', text: "import { pgTable } from 'drizzle-orm/pg-core'" },
  },
  {
    promise: 'a document, heading, record or file that is named exists',
    reason: 'A pointer to something that is gone, or was never here, costs each reader a search.',
    find: findLostNames,
    wrong: { path: 'src/web/wrong.ts', text: '/** See docs/lost.md. */' },
  },
]

/** The second and later signatures of an overloaded function share the docstring of the first. */
function isOverloadAfter(before: string, line: string): boolean {
  const nameOf = (text: string) => /^export (?:async )?function\*? (\w+)/.exec(text)?.[1]
  return nameOf(before) !== undefined && nameOf(before) === nameOf(line)
}

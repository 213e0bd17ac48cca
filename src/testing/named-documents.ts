/**
 * Finds what files say about documents that do not exist: a name such as `docs/…md`, the number of a decision record, a
 * link, the heading behind its `#`, or a file of code that a document names. Such a pointer sends its reader nowhere.
 */
import { existsSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'

export interface SourceFile {
  /** From the root of the project, with `/`. */
  readonly path: string
  readonly text: string
}

const ROOT = resolve(import.meta.dirname, '../..')
/** Written by a command, outside git. */
const WRITTEN_LATER = ['screens/README.md']
/** History names what was there at the time, and applied migrations never change. The rule's own files have wrong examples. */
const IS_LEFT_OUT = /^(CHANGELOG\.md|migrations\/|src\/testing\/(tidy-rules|named-documents)[.\w]*$)/

const NAME = /(?<![\w/.*-])([\w./-]*\w\.md)\b(?:#([\w-]+))?/g
const RECORD = /\b(?:decisions?|records?)[ \n*]+(\d{1,2})(?: and (\d{1,2}))?(?![\d.,:-]*[\w%×])/gi
const RECORD_FILE = /\bdecisions\/(\d{4})\b/g
const LINK = /\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g
const CODE_FILE = /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|sql|css))`/g

/** Returns every place that names something which is not there, as `path:line what`. */
export function findLostNames(files: readonly SourceFile[]): string[] {
  const pages = new Map(files.filter(({ path }) => path.endsWith('.md')).map((page) => [page.path, page.text]))
  const paths = files.map(({ path }) => `/${path}`)
  const records = new Set([...pages.keys()].flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []))
  // From its own folder, from the root, or its last part alone, as in a text that a script writes elsewhere.
  const pageOf = (name: string, from: string) =>
    [normalize(join(dirname(from), name)), normalize(name)].find((path) => pages.has(path)) ??
    [...pages.keys()].find((path) => path.endsWith(`/${name.replace(/^[./]+/, '')}`))
  const hasHeading = (page: string, anchor: string) => anchorsOf(pages.get(page) ?? '').has(anchor)
  const isRecord = (number: string) => records.has(number.padStart(4, '0'))

  return files
    .filter(({ path }) => !IS_LEFT_OUT.test(path))
    .flatMap(({ path, text: whole }) => {
      const isPage = path.endsWith('.md')
      const text = whole.replace(/\bhttps?:\/\/\S+|\\n/g, (part) => ' '.repeat(part.length))
      const lost: [at: number, what: string][] = []
      const look = (pattern: RegExp, isThere: (match: RegExpExecArray) => boolean) => {
        for (const match of text.matchAll(pattern)) if (!isThere(match)) lost.push([match.index, match[0]])
      }
      const isNamed = ([, name = '', anchor]: RegExpExecArray) => {
        const page = pageOf(name, path)
        if (page === undefined) return WRITTEN_LATER.includes(name)
        return anchor === undefined || hasHeading(page, anchor)
      }
      if (text.includes('.md')) look(NAME, isNamed)
      look(RECORD, ([, ...numbers]) => numbers.every((number) => number === undefined || isRecord(number)))
      look(RECORD_FILE, ([, number = '']) => isRecord(number))
      if (!isPage) return lost.map((each) => placeOf(path, text, each))
      look(LINK, (match) => {
        const [, target = '', anchor] = match
        if (/^[a-z]+:/.test(target)) return true
        const to = target === '' ? path : normalize(join(dirname(path), target))
        const isOpen = isInBrackets(text, match.index ?? 0)
        return isOpen && (pages.has(to) || existsSync(join(ROOT, to))) && (!anchor || hasHeading(to, anchor))
      })
      look(CODE_FILE, ([, name = '']) => !name.includes('/') || paths.some((one) => one.endsWith(`/${name}`)))
      return lost.map((each) => placeOf(path, text, each))
    })
}

const placeOf = (path: string, text: string, [at, what]: readonly [number, string]): string =>
  `${path}:${text.slice(0, at).split('\n').length} ${what}`

/** Whether the `]` at a place closes a bracket of its own paragraph; without one, the link is shown as it is written. */
function isInBrackets(text: string, at: number): boolean {
  const paragraph = text.slice(text.lastIndexOf('\n\n', at) + 1, at)
  return paragraph.lastIndexOf('[') > paragraph.lastIndexOf(']')
}

/** The names that links can use for the headings of a page, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replace(/ /g, '-'),
  )
  const written = [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id)
  return new Set([...headings, ...written])
}

/**
 * Gives the parts of an address, whose words are already unified, one shape and order, as the Postal Service's
 * Publication 28 describes them: units (213), numbered streets (235), routes (appendix F), rural routes and boxes (24,
 * 25, 28), hyphens, grids and fractions (appendix D). Of several ways to write a part, the one that most files use
 * counts: so most addresses, and their fingerprints, are still what they were before there were these rules. The rules are
 * in `address-rules.txt`, and `address-pairs.csv` has an example of each.
 * @see https://pe.usps.com/text/pub28/welcome.htm
 */
import { readFileSync } from 'node:fs'
import { STATE_BY_CODE } from '#contract/catalogue/state-codes.ts'

const readLines = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** A line has the form that counts, then all other ways to write a word. */
function readWords(file: string): ReadonlyMap<string, string> {
  const groups = readLines(file).map((line) => line.split(' '))
  return new Map(groups.flatMap(([counts = '', ...ways]) => ways.map((way) => [way, counts] as const)))
}

/**
 * Suffixes, directions and unit words from Publication 28, plus what lead files use. People call an apartment any of the
 * words after `UNIT`, and mean the same door. “Saint” is abbreviated like “street”; no ZIP has both with one name.
 */
export const ADDRESS_WORDS = readWords('address-words.txt')
/** Trailers and spaces of a park are its lots. */
const MORE_WORDS = readWords('address-part-words.txt')

/** Nebraska’s code is a direction. */
const STATES = [...STATE_BY_CODE]
  .flatMap(([code, name]) => [code, name.toUpperCase()])
  .map((state) => state.replace(/^(N|S|W)(?:OR|OU|ES)TH? /, '$1 ').replace('ISLAND', 'IS'))
  .filter((state) => state !== 'NE')

/** Reads the rules, in which later lines use the patterns that earlier ones name. @param ends more ends of streets */
function readRules(ends: string) {
  const names = new Map([
    ['STATES', `(?:${STATES.join('|')})`],
    ['WORDS', [...MORE_WORDS.keys()].sort().join('|')],
    ['MORE', ends],
  ])
  const rules: { from: RegExp; to: string }[] = []
  for (const line of readLines('address-rules.txt')) {
    const full = line.replace(/\{([A-Z]+)\}(?! = )/g, (_, used) => names.get(used) ?? '')
    const [, name, pattern] = /^\{([A-Z]+)\} = (.*)/.exec(full) ?? []
    const [from = '', to] = full.split(/ → ?/)
    if (name) names.set(name, `(?:${pattern})`)
    else if (to !== undefined) rules.push({ from: new RegExp(from, 'g'), to })
  }
  return { rules, isPlain: new RegExp(names.get('PLAIN') ?? ''), units: names.get('UNITS') ?? '' }
}

const ELSEWHERE = readRules('')
const IN_QUEENS = readRules('|RD')
const QUEENS = /^11(?:00[45]|[1346])/
/** In Queens, the last two digits of a house number are those after its hyphen: `112-10`, `11210`. */
const SPLIT_NUMBER = /^(\d{1,3})(\d\d[A-Z]?) (?!\d+ )/
const FIRST_UNIT = new RegExp(` ${ELSEWHERE.units} (?=\\S)`)
const EACH_UNIT = new RegExp(`${ELSEWHERE.units} .+?(?= ${ELSEWHERE.units} |$)`, 'g')

function unifyUnits(units: string): string {
  const joined = units
    .replace(/\b(\d+) ([A-Z])(?= |$)/g, '$1$2')
    .replace(/\b(?!FL )([A-Z]{1,2}) (\d+[A-Z]?)(?= |$)/g, '$1$2')
    .replace(/(?<=\b[A-Z]{1,2})0+(?=\d)/g, '')
  return [...new Set(joined.match(EACH_UNIT))].sort().join(' ')
}

/** @param text of unified words; in Queens, the ZIP tells how to read its number */
export function unifyParts(text: string, zip: string): string {
  const isQueens = QUEENS.test(zip)
  if (!isQueens && ELSEWHERE.isPlain.test(text)) return text
  let unified = text
    .split(' ')
    .map((word) => MORE_WORDS.get(word) ?? word)
    .join(' ')
  for (const { from, to } of (isQueens ? IN_QUEENS : ELSEWHERE).rules) unified = unified.replace(from, to)
  if (isQueens) unified = unified.replace(SPLIT_NUMBER, '$1 $2 ')
  const at = unified.search(FIRST_UNIT)
  return at < 0 ? unified : `${unified.slice(0, at)} ${unifyUnits(unified.slice(at + 1))}`
}

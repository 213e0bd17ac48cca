/** Finds rows whose text, made of their fields, contains every word that was typed. A trigram index (pg_trgm) is on it. */
import { foldText } from '#contract/plain-values.ts'

/** What was typed, longest word first; an absent word is empty, which every text contains. */
export interface SearchWords {
  word1: string
  word2: string
  word3: string
  word4: string
  /** What the index is asked for: the two longest, of an email address only what comes before its `@`. */
  lookup1: string
  lookup2: string
}

const WORDS_MAX = 4
/** A trigram index finds no shorter ones, except at the beginning of a field. */
const LETTERS_MIN = 3
const AMOUNT = /^\$?\d+\.\d{2}$/
const WHOLE_AMOUNT = /^\$\d+$/
const TELEPHONE = /^[\d()+./-]*\d[\d()+./-]*$/
const COUNTRY_CODE = /\+1(?!\d)/
/** With the country's 1, which is not stored everywhere. */
const LONG_TELEPHONE = /^1(\d{10})$/

function normalize(word: string): string {
  if (WHOLE_AMOUNT.test(word)) return `${word}.`
  const text = TELEPHONE.test(word) && !AMOUNT.test(word) ? word.replace(/\D/g, '').replace(LONG_TELEPHONE, '$1') : word
  return text.length < LETTERS_MIN ? ` ${text}` : text
}

/** Null if nothing was typed; `none`, which finds nothing, if there was no letter or digit. */
export function readSearch(text: string | undefined): SearchWords | 'none' | null {
  if (!text?.trim()) return null
  const typed = foldText(text)
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(COUNTRY_CODE, ' ')
    .split(/[\s,;%\\]+/)
  const words = [...new Set(typed.filter((word) => /[\p{L}\p{N}]/u.test(word)).map(normalize))]
  words.sort((a, b) => b.length - a.length)
  const [word1 = '', word2 = '', word3 = '', word4 = ''] = words.slice(0, WORDS_MAX)
  return word1 === '' ? 'none' : { word1, word2, word3, word4, lookup1: lookupOf(word1), lookup2: lookupOf(word2) }
}

/** Addresses share a few domains, so these narrow a search down by little and cost the index most. */
function lookupOf(word: string): string {
  const [local = ''] = word.split('@', 1)
  return local.length < LETTERS_MIN ? word : local
}

/** SQL: a text contains all words. */
export const contains = (text: string): string =>
  ['$word1', '$word2', '$word3', '$word4'].map((word) => `strpos(${text}, ${word}) > 0`).join(' and ')

/** SQL: the rows that contain all words, some twice, from the trigram indexes of exactly these texts. */
export function containing(table: string, column: string, text: SearchText, where = 'true'): string {
  const from = (one: string, condition = where) => {
    const like = (lookup: string) => `${one} like '%' || replace(${lookup}, '_', '\\_') || '%'`
    return `select ${column}, ${one} as whole_text from ${table} where ${condition} and ${like('$lookup1')} and ${like('$lookup2')}`
  }
  return `select ${column} from (
       ${from(text.plain)} union all ${from(text.folded, `${where} and ${text.hasSigns}`)} offset 0
     ) candidates where ${contains('whole_text')}`
}

type SearchText = ReturnType<typeof searchTextOf>

/**
 * SQL: the text that rows are found by, `whole`. Accents and apostrophes are taken out like `foldText` does. That takes
 * three times as long as making the text, so only the few rows that have some pay for it, and have an index of their own.
 * @param fields columns or expressions; each begins after a space
 */
export function searchTextOf(fields: readonly string[]) {
  const written = fields.map((field) => `' ' || ${field}`).join(' || ')
  const plain = `lower((${written}) collate "und-x-icu")`
  const hasSigns = `((${written}) ~ '[^ -&(-~]')`
  const folded = `regexp_replace(normalize(${plain}, nfd), '[\\u0300-\\u036f''’‘ʻʼ]', '', 'g')`
  return { whole: `case when ${hasSigns} then ${folded} else ${plain} end`, plain, hasSigns, folded }
}

/** SQL: the digits of a telephone number. */
export const digitsOf = (column: string): string => `translate(coalesce(${column}, ''), ' ()+-./', '')`

/** SQL: an amount as people type it, such as `$638.00`. */
export const amountOf = (column: string): string =>
  `'$' || (${column} / 100)::text || '.' || lpad((${column} % 100)::text, 2, '0')`

export const SEARCH_WALK = 2_000
export const ALL_ROWS = 2_000_000_000
export const MATCHES_MAX = 4_000

/** SQL: how many matches there are, counted up to one more than `MATCHES_MAX`. */
export const countedUp = (matches: string): string =>
  `select count(*)::int as matches from (select from (${matches}) found limit ${MATCHES_MAX + 1}) counted`

interface Search<Row> {
  near: () => Promise<Row[]>
  count: () => Promise<{ matches: number }[]>
  byIndex: () => Promise<Row[]>
  far: () => Promise<Row[]>
}

/** What many rows contain is found among the next rows of the list; what few do, by the index. */
export async function searchPage<Row>(limit: number, { near, count, byIndex, far }: Search<Row>): Promise<Row[]> {
  const rows = await near()
  if (rows.length >= limit) return rows
  const [counted] = await count()
  return (counted?.matches ?? 0) > MATCHES_MAX ? far() : byIndex()
}

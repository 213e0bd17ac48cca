/**
 * Splits whole names of owners, as county records (`DOE JANE M`) and people (`Jane M. Doe`) write them. Only clear ones,
 * because a wrong guess would be called by the wrong name. Why not parse-full-name (1.2.7) or humanparser (2.7.0): they
 * call Jane `Doe` there, make a person of `SMITH FAMILY TRUST`, and know no couples in this order.
 */
import nameWords from './name-words.json' with { type: 'json' }

/** Common first names of adults in the US; those that are common as last names, too; and what starts last names. */
const FIRST = new Set(nameWords.first.split(' '))
const EITHER = new Set(nameWords.either.split(' '))
const PARTICLE = new Set(nameWords.particle.split(' '))
/** Around a name; `ET UX` is a spouse who is not named. */
const LEFT_OUT = /^(?:mr|mrs|ms|dr)\b\.?|,?\s+(?:jr|sr|ii|iii|iv|md|esq|phd|et\s?(?:ux|vir|al))\b\.?/gi
const AND = /\s*&\s*|\s+and\s+/i
const INITIAL = /^\p{L}\.?$/u

type Split = { firstName: string; lastName: string } | null

const plain = (word: string): string => word.normalize('NFD').replace(/[^A-Za-z]/g, '')
const isIn = (list: ReadonlySet<string>, word = ''): boolean => list.has(plain(word).toUpperCase())
const mayBeFirst = (word: string): boolean => isIn(FIRST, word) || isIn(EITHER, word)
const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)
const fullWords = (all: readonly string[]): string[] => all.filter((word) => !INITIAL.test(word))
const isCapitals = (text: string): boolean => !/\p{Ll}/u.test(text)

/** `O'Brien` for `O'BRIEN`, `McDonald` for `MCDONALD`. */
const inWords = (text: string): string =>
  isCapitals(text) ? text.toLowerCase().replace(/(?<=^|[\s'’-]|\bmc)\p{L}/gu, (letter) => letter.toUpperCase()) : text

function firstLast([firstName = '', ...rest]: readonly string[]): Split {
  while (rest.length > 1 && mayBeFirst(rest[0] ?? '')) rest.shift()
  return { firstName, lastName: rest.join(' ') }
}

/** Splits one person without a comma; null if the order is unclear. */
function splitPerson(all: readonly string[]): Split {
  const full = fullWords(all)
  const [start = '', second = ''] = full
  if (full.length < 2 || full.length > 5) return null
  const isByPerson = !isCapitals(all.join(''))
  // Where first names begin that end the name.
  const at = full.findIndex(
    (word, index) =>
      index > 0 &&
      isIn(FIRST, word) &&
      !(isByPerson && isIn(EITHER, word)) &&
      !isIn(PARTICLE, full[index - 1]) &&
      full.slice(index).every(mayBeFirst),
  )
  const startsWithFirst = isIn(FIRST, start)
  if (startsWithFirst && at < 0) return firstLast(full)
  if (!startsWithFirst && at > 0) return { firstName: full[at] ?? '', lastName: full.slice(0, at).join(' ') }
  if (!startsWithFirst && INITIAL.test(all.at(-1) ?? '')) return { firstName: second, lastName: start }
  // People write the first name first; three unknown words may be a company's.
  const isPlain = isByPerson && !isIn(PARTICLE, start) && (startsWithFirst || full.length === 2)
  return isPlain || INITIAL.test(all[1] ?? '') ? firstLast(full) : null
}

/** Of two with different last names, the first. A firm may be `Hill & Vale Farms`, so one first name must be known. */
function splitCouple(people: readonly string[][]): Split {
  const [left, right] = people.map((all) => {
    const full = fullWords(all)
    return full.length === 1 ? { firstName: full[0] ?? '', lastName: '' } : splitPerson(all)
  })
  const lastName = left?.lastName || right?.lastName
  if (!left || !right || !lastName || ![left, right].some((one) => mayBeFirst(one.firstName))) return null
  if (left.lastName && right.lastName && left.lastName !== right.lastName) return left
  return { firstName: `${left.firstName} & ${right.firstName}`, lastName }
}

/** Null if the name is not clearly that of a person or a couple, or its order is unclear. */
export function splitWholeName(whole: string): Split {
  if (whole.length > 100 || !/^[\p{Script=Latin}\p{M}'’`.,& -]+$/u.test(whole)) return null
  const [left = '', right, ...more] = whole.replace(LEFT_OUT, '').split(',')
  const [people, firsts] = [left, right ?? ''].map((text) => text.split(AND).map(wordsOf)) as [string[][], string[][]]
  if (more.length > 0 || people.length > 2 || firsts.length > 2) return null
  let split = people.length === 2 ? splitCouple(people) : splitPerson(people[0] ?? [])
  if (right !== undefined) {
    const lastWords = people[0] ?? []
    const firstNames = firsts.map((all) => fullWords(all)[0])
    const isClear =
      people.length === 1 && lastWords.length > 0 && lastWords.length < 4 && !firstNames.includes(undefined)
    split = isClear ? { firstName: firstNames.join(' & '), lastName: lastWords.join(' ') } : null
  }
  return split && { firstName: inWords(split.firstName), lastName: inWords(split.lastName) }
}

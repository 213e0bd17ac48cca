/** Which waiting package a file is for, by its name. A doubt is left to a person: buyers would get each other's leads. */
import { LEAD_TYPES, SIZE_NAMES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { foldText } from '#contract/plain-values.ts'
import type { LineToDeliver } from './fulfillment-data.ts'

/** The mark of a second download must not count as the number of a line, nor the extension as the end of a reference. */
const TAIL = /(\(\d+\))?(\.(csv|xlsx|pdf))?$/
const GAP = '[^\\p{L}\\p{N}]*'
/** A longer number is part of a date. */
const NUMBER = '(\\d{1,3})(?!\\d)'
const FIRST_NUMBER = new RegExp(`^${GAP}${NUMBER}`, 'gu')
const NUMBER_OF_TIER = new RegExp(`(?:${TIERS.join('|')})${GAP}${NUMBER}`, 'gu')

const fold = (text: string): string => foldText(text.normalize('NFKC'))
const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
const spelled = (text: string): string => [...lettersOf(text)].join(GAP)
const numbersIn = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, digits]) => Number(digits))
const agrees = <Value>(said: readonly Value[], ...own: readonly Value[]): boolean =>
  said.length === 0 || own.some((value) => said.includes(value))

/**
 * Returns the packages that a file may be for: one if its name says enough, several if a person has to choose, none if
 * it lacks the reference of a waiting order or says what none of its packages is. Case, accents and separators do not
 * matter. The number after the reference is a line or a size; the one after the tier is a size.
 */
export function packagesFor<Line extends LineToDeliver>(fileName: string, lines: readonly Line[]): Line[] {
  const name = fold(fileName).replace(TAIL, '')
  const letters = lettersOf(name)
  const ofOrder = lines.filter((one) => letters.includes(lettersOf(one.reference)))
  const [reference, ...others] = new Set(ofOrder.map((one) => one.reference))
  if (reference === undefined || others.length > 0) return ofOrder

  const [before, ...after] = name.split(new RegExp(spelled(reference), 'u'))
  const rest = [before, ...after].join(' ')
  const words: readonly string[] = rest.match(/\p{L}+/gu) ?? []
  const isSaid = (word: string) => words.includes(word) || words.includes(`${word}s`)
  const tiers = TIERS.filter(isSaid)
  const leadTypes = LEAD_TYPES.filter(isSaid)
  const sizes: number[] = SIZES.filter((size) => isSaid(lettersOf(SIZE_NAMES[size].replace('Package', ''))))
  sizes.push(...numbersIn(rest, NUMBER_OF_TIER))
  const first = numbersIn(after.join(' '), FIRST_NUMBER)
  const fitting = ofOrder.filter(
    ({ tier, leadType, lineNumber, size, leads }) =>
      agrees(tiers, tier) &&
      agrees(leadTypes, leadType) &&
      agrees(sizes, size, leads) &&
      agrees(first, lineNumber, size, leads),
  )
  // A county only tells packages apart: other words of a name are not wrong.
  const there = fitting.filter(({ county }) => new RegExp(`(?<!\\p{L})${spelled(county)}(?!\\p{L})`, 'u').test(rest))
  return there.length > 0 ? there : fitting
}

/** How many leads a CSV text has: its records below the header. A line break within quotes is part of a value. */
export function countLeads(text: string): number {
  const records = text.replace(/"[^"]*"/g, 'x').split(/\r\n|\n|\r/)
  return Math.max(0, records.filter((record) => record.trim() !== '').length - 1)
}

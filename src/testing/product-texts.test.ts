/** The fixed texts are in the program letter for letter, whoever rewrites what is around them. */
import { expect, test } from 'vitest'
import { PRODUCT_TEXTS } from './product-texts.ts'
import { isTest, readProjectFiles, withoutComments } from './tidy-rules.ts'

/** Shorter ones are words of the program, too: they count only as a whole text. */
const SENTENCE_LENGTH_MIN = 16

const isShown = ({ path }: { path: string }) => /^src\/(web|contract|server)\//.test(path)
const program = readProjectFiles()
  .filter((file) => isShown(file) && !isTest(file))
  .map(({ text }) => withoutComments(text).replace(/\s+/g, ' '))
  .join('\n')

function isThere(text: string): boolean {
  if (text.length >= SENTENCE_LENGTH_MIN) return program.includes(text)
  const asValue = ["'", '"', '`'].map((quote) => quote + text + quote)
  const asElement = [`>${text}<`, `> ${text} <`]
  return [...asValue, ...asElement].some((whole) => program.includes(whole))
}

test('every fixed text is in the program letter for letter', () => {
  expect(PRODUCT_TEXTS.filter((text) => !isThere(text))).toEqual([])
})

test('the check would notice a changed text', () => {
  expect(isThere('Select Your Target Markets')).toBe(false)
  expect(isThere('Log')).toBe(false)
})

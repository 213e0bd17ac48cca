import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ALL_ENDPOINTS } from './all-endpoints.ts'
import { readEmail } from './email-address.ts'
import { EmailAddress, OptionalEmail } from './values.ts'

test.each([
  ['jo@example.com', 'jo@example.com'],
  ["Jo.O'Neil@Example.COM", "Jo.O'Neil@Example.COM"],
  ['first.last+leads@mail.example.co.uk', 'first.last+leads@mail.example.co.uk'],
  ['{we}!#$%&*/=?^_`|~-@example.com', '{we}!#$%&*/=?^_`|~-@example.com'],
  // White space around it.
  ['  jo@example.com\t\r\n', 'jo@example.com'],
  // What no one sees, wherever it is.
  ['\u200bjo@example.com', 'jo@example.com'],
  ['jo\u00ad@exam\u00adple.com', 'jo@example.com'],
  ['j\u200do@exa\u200cmple.com', 'jo@example.com'],
  // As mail programs and web pages copy it.
  ['mailto:jo@example.com', 'jo@example.com'],
  ['MAILTO:jo@example.com?subject=Leads%20please', 'jo@example.com'],
  ['< mailto:jo@example.com >', 'jo@example.com'],
  // Domains of other alphabets, in the form that mail servers know.
  ['info@m\u00fcnchen.example', 'info@xn--mnchen-3ya.example'],
  ['jo@\uff45\uff58\uff41\uff4d\uff50\uff4c\uff45.com', 'jo@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  [`a@${'b'.repeat(63)}.com`, `a@${'b'.repeat(63)}.com`],
])('%j is read as %s', (typed, address) => {
  expect(readEmail(typed)).toBe(address)
  expect(readEmail(address)).toBe(address)
  expect(EmailAddress.parse(typed)).toBe(address)
})

test.each([
  '',
  ...['jo', '@example.com', 'jo@example', 'jo@example@example.com', 'jo doe@example.com'],
  ...['jo@example.com\nbcc: eve@example.com', 'jo\0@example.com'],
  // Letters that few mail servers accept before the @.
  ...['o\u2019brien@example.com', 'j\u00f6@example.com', '\u0430da@example.com', '"jo doe"@example.com'],
  // Dots in the wrong place.
  ...['.jo@example.com', 'j..o@example.com', 'jo@example.com.'],
  // Domains that cannot be.
  ...['jo@-example.com', 'jo@exam_ple.com', 'jo@example.com/leads', 'jo@[192.0.2.1]', 'jo@example.123'],
  // More than one, or something around it.
  ...['jo@example.com,ada@example.com', 'jo@example.com; ada@example.com', 'Jo Doe <jo@example.com>'],
  // Too long.
  `${'a'.repeat(65)}@example.com`,
  `a@${`${'b'.repeat(60)}.`.repeat(4)}example.com`,
])('%j is refused', (typed) => {
  expect(readEmail(typed)).toBeNull()
  expect(EmailAddress.safeParse(typed).success).toBe(false)
})

test('an address that need not be given yet may be empty, and is checked like any other once it is not', () => {
  expect(OptionalEmail.parse('  ')).toBe('')
  expect(OptionalEmail.parse('<jo@example.com>')).toBe('jo@example.com')
  expect(OptionalEmail.safeParse('jo@example').success).toBe(false)
})

/** Only a stricter reader refuses this curly one. */
const isRead = (schema: z.ZodMiniType): boolean =>
  !schema.safeParse('o\u2019brien@example.com').success &&
  schema.safeParse('<jo@example.com>').data === 'jo@example.com'

/** Whether the schema of each address of a body, in parts of parts too, reads as it must. */
function addressesIn(schema: unknown): boolean[] {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return addressesIn(schema.def.innerType)
  if (!(schema instanceof z.ZodMiniObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodMiniType>).flatMap(([name, part]) =>
    name.toLowerCase().endsWith('email') ? [isRead(part)] : addressesIn(part),
  )
}

test('every call that takes an address reads it so, except where members with older addresses log in', () => {
  const found = ALL_ENDPOINTS.flatMap(({ name, body }) => addressesIn(body).map((isRight) => (isRight ? null : name)))

  expect(found.filter(Boolean)).toEqual(['logIn', 'requestPasswordReset'])
  expect(found.length).toBeGreaterThan(15)
})

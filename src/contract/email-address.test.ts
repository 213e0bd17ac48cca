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
  ['1@2.example', '1@2.example'],
  ['a@b.c', 'a@b.c'],
  // White space around it.
  ['  jo@example.com\t\r\n', 'jo@example.com'],
  ['\u00a0jo@example.com\u00a0', 'jo@example.com'],
  ['\u3000jo@example.com\u2003', 'jo@example.com'],
  // What no one sees, wherever it is.
  ['\u200bjo@example.com', 'jo@example.com'],
  ['\ufeffjo@example.com', 'jo@example.com'],
  ['jo\u00ad@exam\u00adple.com', 'jo@example.com'],
  ['\u202ajo@example.com\u202c', 'jo@example.com'],
  ['\u200ejo@example.com\u200f', 'jo@example.com'],
  ['jo@example.com\u2060', 'jo@example.com'],
  ['j\u200do@exa\u200cmple.com', 'jo@example.com'],
  // As mail programs and web pages copy it.
  ['<jo@example.com>', 'jo@example.com'],
  ['mailto:jo@example.com', 'jo@example.com'],
  ['MAILTO:jo@example.com?subject=Leads%20please', 'jo@example.com'],
  ['< mailto:jo@example.com >', 'jo@example.com'],
  // Domains of other alphabets, in the form that mail servers know.
  ['info@m\u00fcnchen.example', 'info@xn--mnchen-3ya.example'],
  ['info@XN--Mnchen-3ya.example', 'info@XN--Mnchen-3ya.example'],
  ['info@\u4f8b\u3048.\u30c6\u30b9\u30c8', 'info@xn--r8jz45g.xn--zckzah'],
  ['jo@\uff45\uff58\uff41\uff4d\uff50\uff4c\uff45.com', 'jo@example.com'],
  ['jo@example\u3002com', 'jo@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  [`a@${'b'.repeat(63)}.com`, `a@${'b'.repeat(63)}.com`],
])('%j is read as %s', (typed, address) => {
  expect(readEmail(typed)).toBe(address)
  expect(readEmail(address)).toBe(address)
  expect(EmailAddress.parse(typed)).toBe(address)
})

test.each([
  '',
  '   ',
  '\u200b',
  'jo',
  'jo@',
  '@example.com',
  'jo@example',
  'jo@localhost',
  'jo@@example.com',
  'jo@example@example.com',
  'jo doe@example.com',
  'jo@exam ple.com',
  'jo\u00a0doe@example.com',
  'jo@example.com\nbcc: eve@example.com',
  'jo\0@example.com',
  // Letters that few mail servers accept before the @.
  'o\u2019brien@example.com',
  '\u2018jo\u2019@example.com',
  '\u201cjo\u201d@example.com',
  'j\u00f6@example.com',
  '\uff4a\uff4f@example.com',
  'jo\uff20example.com',
  '\u0430da@example.com',
  'jo\ud83d\ude00@example.com',
  '"jo doe"@example.com',
  // Dots in the wrong place.
  '.jo@example.com',
  'jo.@example.com',
  'j..o@example.com',
  'jo@example.com.',
  'jo@.example.com',
  'jo@example..com',
  'jo@example.com\u3002',
  // Domains that cannot be.
  'jo@-example.com',
  'jo@example-.com',
  'jo@exam_ple.com',
  'jo@exam%70le.com',
  'jo@example.com/leads',
  'jo@example.com:25',
  'jo@example.com?x',
  'jo@example.com#x',
  'jo@[192.0.2.1]',
  'jo@192.0.2.1',
  'jo@0x7f.1',
  'jo@example.123',
  // More than one, or something around it.
  'jo@example.com,ada@example.com',
  'jo@example.com; ada@example.com',
  'jo@example.com,',
  'Jo Doe <jo@example.com>',
  '<jo@example.com',
  'jo@example.com (Jo)',
  // Too long.
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
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

/** An address that only a stricter reader refuses. */
const CURLY = 'o\u2019brien@example.com'

/** The names of a body's addresses, in parts of parts too; and whether the schema of each reads as it must. */
function addressesIn(schema: unknown): { name: string; isRead: boolean }[] {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return addressesIn(schema.def.innerType)
  if (!(schema instanceof z.ZodMiniObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodMiniType>).flatMap(([name, part]) =>
    name.toLowerCase().endsWith('email')
      ? [
          {
            name,
            isRead: !part.safeParse(CURLY).success && part.safeParse('<jo@example.com>').data === 'jo@example.com',
          },
        ]
      : addressesIn(part),
  )
}

test('every call that takes an address reads it so, except where members with older addresses sign in', () => {
  const found = ALL_ENDPOINTS.flatMap(({ name, body }) => addressesIn(body).map((one) => ({ ...one, call: name })))

  expect(found.filter(({ isRead }) => !isRead).map(({ call }) => call)).toEqual(['logIn', 'requestPasswordReset'])
  expect(found.length).toBeGreaterThan(15)
})

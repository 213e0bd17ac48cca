import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { typeText } from './client-text.ts'

const textOf = (schema: z.ZodMiniType): string => typeText(z.toJSONSchema(schema, { io: 'output' }))

test.each([
  [z.nullable(z.string()), 'string | null'],
  [z.array(z.enum(['a', 'b'])), '("a" | "b")[]'],
  [z.array(z.object({ at: z.iso.datetime() })), '{\n  at: string\n}[]'],
  [z.object({ 'first-name': z.optional(z.int()) }), '{\n  "first-name"?: number | undefined\n}'],
  [z.record(z.string(), z.number()), 'Record<string, number>'],
  [z.partialRecord(z.enum(['a', 'b']), z.boolean()), 'Partial<Record<"a" | "b", boolean>>'],
  [z.union([z.literal(1), z.literal('x')]), '1 | "x"'],
  [z.tuple([z.string(), z.number()]), '[string, number]'],
  [z.object({}), 'Record<string, never>'],
  [z.any(), 'unknown'],
] as const)('writes a schema as a type: %#', (schema, text) => {
  expect(textOf(schema)).toBe(text)
})

test('refuses what it does not know, instead of writing a wrong type', () => {
  expect(() => typeText({ $ref: '#/$defs/tree' })).toThrow('does not know this schema')
})

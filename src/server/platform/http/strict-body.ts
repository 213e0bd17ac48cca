/**
 * Makes bodies refuse unknown fields. A misspelled `amountt` must not become "no amount", which a refund takes for all
 * of the money.
 */
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type * as core from 'zod/v4/core'
import type { Schema } from '#contract/endpoint.ts'
import { invariant } from '../invariant.ts'

/** What a call without a body may be sent: nothing, `null` or `{}`, as some clients do. */
export const NO_BODY: Schema = z.nullish(z.strictObject({}))

const cloneWith = (schema: core.$ZodType, changes: object): core.$ZodType =>
  z.clone(schema, { ...schema._zod.def, ...changes } as core.$ZodTypeDef)

function strictPart(schema: core.$ZodType): core.$ZodType {
  const { def } = (schema as core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const shape = Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, strictPart(part)]))
      // A loose object says in the contract why it is loose.
      return cloneWith(schema, { shape, catchall: def.catchall ?? z.never() })
    }
    case 'array':
      return cloneWith(schema, { element: strictPart(def.element) })
    case 'record':
      return cloneWith(schema, { valueType: strictPart(def.valueType) })
    case 'union':
      return cloneWith(schema, { options: def.options.map(strictPart) })
    case 'optional':
    case 'nullable':
    case 'default':
      return cloneWith(schema, { innerType: strictPart(def.innerType) })
    default:
      // Another kind of schema with nested parts would silently stay loose.
      invariant(
        !['innerType', 'in', 'left', 'items', 'getter'].some((part) => part in def),
        `a body has a "${def.type}"; say in strict-body.ts how to make its parts strict`,
      )
      return schema
  }
}

/** Returns the same schema, but one that refuses unknown keys at every depth, except in objects that are loose on purpose. */
export const strictBody = (schema: Schema): Schema => strictPart(schema) as Schema

/** At most this many names, and letters of each, go back to a caller. */
const NAMES_MAX = 5
const NAME_LENGTH_MAX = 60

interface Problem {
  instancePath: string
  keyword: string
  params: unknown
}

/** Returns a sentence that names the unknown fields of a refused body, such as `contactInfo.nick`; undefined if it has none. */
export function unknownFieldsMessage(error: { validation?: unknown }): string | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const names = error.validation.flatMap(({ keyword, instancePath, params }: Problem) => {
    if (keyword !== 'unrecognized_keys') return []
    const path = instancePath.split('/').filter(Boolean)
    return (params as core.$ZodIssueUnrecognizedKeys).keys.map((key) => [...path, key].join('.'))
  })
  if (names.length === 0) return undefined
  const shown = names.slice(0, NAMES_MAX).map((name) => `“${name.slice(0, NAME_LENGTH_MAX)}”`)
  const rest = names.length > shown.length ? `, and ${names.length - shown.length} more` : ''
  return `This call has no field ${shown.join(', ')}${rest}. Nothing was changed.`
}

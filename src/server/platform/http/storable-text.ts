/**
 * Refuses text that PostgreSQL cannot store, for every route: the zero character, and half a surrogate pair. Without
 * this, each statement that such a text reaches fails and answers 500.
 */
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** Whether any text of a JSON body cannot be stored. It does not recurse: a body may be nested as deep as it is long. */
function hasBadText(body: unknown): boolean {
  const open = [body]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true
    // A file is read by its own reader.
    if (typeof value !== 'object' || value === null) continue
    // Not a file, nor bytes that are read as they came.
    const isJson = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value))
    if (isJson) for (const entry of Object.entries(value)) open.push(...entry)
  }
  return false
}

/** Installs the check. @throws Refusal `not_found` for a path, `bad_request` for a query or a body */
export function requireStorableText(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const [path = '', query = ''] = request.url.split('?', 2)
    if (path.includes('%00')) return done(new Refusal('not_found'))
    done(query.includes('%00') ? new Refusal('bad_request.text') : undefined)
  })
  app.addHook('preValidation', (request, _reply, done) =>
    done(hasBadText(request.body) ? new Refusal('bad_request.text') : undefined),
  )
}

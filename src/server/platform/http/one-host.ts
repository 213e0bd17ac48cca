import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/**
 * Refuses requests with more than one Host header, or with none where HTTP asks for one: a proxy and this server could
 * each believe another of them. Node takes the first and drops the others in silence.
 *
 * @throws Refusal `bad_request`
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2-6
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    let hosts = 0
    for (let index = 0; index < raw.rawHeaders.length; index += 2) {
      const name = raw.rawHeaders[index] ?? ''
      if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
    }
    const isOne = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')
    done(isOne ? undefined : new Refusal('bad_request'))
  })
}

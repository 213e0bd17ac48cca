import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/**
 * Refuses requests with more than one Host header, with none although HTTP requires one, or with another host in the
 * URL itself (`GET http://other/ HTTP/1.1`): a proxy and this server could each believe a different one. Node takes the
 * first header and silently drops the others.
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
    const isAgreed = !/^https?:/i.test(raw.url ?? '') || hostIn(raw.url ?? '') === raw.headers.host
    done(isOne && isAgreed ? undefined : new Refusal('bad_request'))
  })
}

function hostIn(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}

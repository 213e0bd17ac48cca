/** What the log says of a request, and how loudly. */
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Refusal } from '#server/platform/errors.ts'
import { keepRoutePatterns } from './endpoint.ts'
import { handleErrors } from './error-handler.ts'
import { logRequests } from './server.ts'

/** Returns the levels and messages of the lines that one request leaves. */
async function linesOf(
  url: string,
  {
    method = 'GET' as 'GET' | 'POST',
    logLevel = 'info' as Parameters<typeof logRequests>[1]['logLevel'],
    hasLoggedAddresses = false,
  } = {},
): Promise<string[]> {
  const lines: string[] = []
  const loggerInstance: FastifyBaseLogger = pino(
    { level: logLevel },
    { write: (line: string) => void lines.push(line) },
  )
  const app = Fastify({ loggerInstance, logController: new LogController({ disableRequestLogging: true }) })
  keepRoutePatterns(app)
  handleErrors(app)
  logRequests(app, { logLevel, hasLoggedAddresses })
  app.get('/fine', () => 'fine')
  app.post('/fine', () => 'fine')
  app.get('/unknown', () => {
    throw new Refusal('not_found')
  })
  app.get('/busy', () => {
    throw new Refusal('provider_unavailable')
  })
  app.get('/broken', () => {
    throw new Error('a fault of ours')
  })
  app.get('/away', () => {
    throw Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })
  })
  app.get('/readyz', () => {
    throw new Refusal('unavailable')
  })
  await app.inject({ method, url })
  await app.close()
  return lines.map((line) => {
    const { level, msg, address = '' } = JSON.parse(line)
    return `${pino.levels.labels[level]}: ${msg}${address && ` ${address}`}`
  })
}

test.each([
  ['/fine', []],
  ['/unknown', ['info: answered']],
  ['/busy', ['error: refused']],
  ['/broken', ['error: an unexpected error']],
  ['/away', ['error: the database did not answer']],
  ['/readyz', ['info: refused']],
])('a read of %s is logged as %j', async (url, lines) => {
  expect(await linesOf(url)).toEqual(lines)
})

test('a change is logged as info, and a read that worked only on request', async () => {
  expect(await linesOf('/fine', { method: 'POST' })).toEqual(['info: answered'])
  expect(await linesOf('/fine', { logLevel: 'debug' })).toEqual(['debug: answered'])
  expect(await linesOf('/unknown', { hasLoggedAddresses: true })).toEqual(['info: answered 127.0.0.1'])
})

test('a quieter log keeps what is ours and nothing else', async () => {
  expect(await linesOf('/broken', { logLevel: 'error' })).toEqual(['error: an unexpected error'])
  expect(await linesOf('/unknown', { logLevel: 'error' })).toEqual([])
  expect(await linesOf('/fine', { method: 'POST', logLevel: 'warn' })).toEqual([])
})

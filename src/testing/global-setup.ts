/**
 * Runs once before all tests. It offers them one real PostgreSQL, which starts when a test first asks for a database,
 * and the server that `npm start` runs, built with its pages when a test first asks for it.
 */
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { buildServer, SERVER } from '../../scripts/lib/build-server.mjs'
import { buildWeb } from '../../scripts/lib/build-web.mjs'
import { listen } from './listen.ts'
import type { TestCluster } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers `GET /server` with the built server's file, and `GET /<kind>` with a `TestTemplate`, as JSON. */
    testService: string
  }
}

/** Vitest calls the returned function at the end, after failures too. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<TestCluster> | undefined
  let building: Promise<void> | undefined
  const service = createServer(async (request, response) => {
    try {
      if (request.url === '/server') {
        building ??= buildServer().then(() => buildWeb())
        await building
        response.end(JSON.stringify(SERVER))
        return
      }
      // Loaded late, so tests without a database, such as most for screens and rules, start immediately.
      starting ??= import('./test-cluster.ts').then(({ startTestCluster }) => startTestCluster())
      const template = await (await starting).template(request.url?.slice(1) ?? '')
      response.end(JSON.stringify(template))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error))
    }
  })
  const { url, close } = await listen(service)
  project.provide('testService', url)
  return async () => {
    await close()
    await (await starting?.catch(() => undefined))?.stop()
  }
}

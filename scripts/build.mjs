/** `npm run build`: installs and builds what is missing and starts nothing, for a machine where a supervisor starts the store. */
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { buildServer, SERVER } = await import('./lib/build-server.mjs')
const { buildWeb } = await import('./lib/build-web.mjs')
const { install } = await import('./lib/install.mjs')
const { orExplain } = await import('./lib/say.mjs')

await orExplain(async () => {
  await install({ dev: false })
  await buildServer()
  await buildWeb()
  console.log(`Built: ${SERVER}`)
})

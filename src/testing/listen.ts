import { once } from 'node:events'
import { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Lets a server listen on a free port of this machine. `close` also cuts the connections of an HTTP server. */
export async function listen(server: Server): Promise<{ url: string; port: number; close(): Promise<void> }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.close()
      if (server instanceof HttpServer) server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** A port of this machine that was free a moment ago. */
export async function aPort(): Promise<number> {
  const { port, close } = await listen(createServer())
  await close()
  return port
}

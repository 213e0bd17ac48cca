/**
 * A balancer: gives each new connection to the next node, and passes its bytes on without reading them. It is sent the
 * nodes' addresses.
 */
import { type AddressInfo, connect, createServer } from 'node:net'

process.on('message', (urls: string[]) => {
  const ports = urls.map((url) => Number(new URL(url).port))
  let connections = 0
  const server = createServer({ noDelay: true }, (client) => {
    const port = ports[connections % ports.length] ?? 0
    connections += 1
    const node = connect({ host: '127.0.0.1', port, noDelay: true })
    client.pipe(node).pipe(client)
    // When either side ends, the other ends too.
    client.on('error', () => node.destroy()).on('close', () => node.destroy())
    node.on('error', () => client.destroy()).on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
})
process.on('disconnect', () => process.exit(0))

/** A balancer: gives each new connection to the next node, passes its bytes on and reads none of them. Sent the nodes' addresses. */
import { type AddressInfo, connect, createServer } from 'node:net'

process.on('message', (urls: string[]) => {
  const ports = urls.map((url) => Number(new URL(url).port))
  let connections = 0
  const server = createServer({ noDelay: true }, (client) => {
    const port = ports[connections % ports.length] ?? 0
    connections += 1
    const node = connect({ host: '127.0.0.1', port, noDelay: true })
    client.pipe(node).pipe(client)
    // Whichever side ends first takes the other along.
    client.on('error', () => node.destroy()).on('close', () => node.destroy())
    node.on('error', () => client.destroy()).on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
})
process.on('disconnect', () => process.exit(0))

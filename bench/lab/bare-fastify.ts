/** The limit of a read: a bare Fastify route that sends the bytes it got, from memory. */
import Fastify from 'fastify'

process.on('message', async (text: string) => {
  const app = Fastify()
  const bytes = Buffer.from(text)
  app.get('/api/packages/:state/:county', (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(bytes)
  })
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
})
process.on('disconnect', () => process.exit(0))

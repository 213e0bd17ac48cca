/** The pictures that shared links show. They are drawn from files of the built web side. */
import { expect, test } from 'vitest'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const get = (name: string) => store.app.server.inject(`/pictures/${name}`)

test('a place has a picture of the size that previews show, drawn once for many who ask at once', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => get('48453.png')))

  for (const { statusCode, headers, rawPayload } of replies) {
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1_200, 630])
    expect(rawPayload.equals(replies[0]?.rawPayload ?? Buffer.of())).toBe(true)
  }
  expect((await get('48.png')).rawPayload.equals(replies[0]?.rawPayload ?? Buffer.of())).toBe(false)
})

test.each(['99999.png', '99.png', 'usa.png', '48453', '48453.png.png', '%2e%2e%2fpackage.png'])(
  'there is no picture %s',
  async (name) => {
    expect((await get(name)).statusCode).toBe(404)
  },
)

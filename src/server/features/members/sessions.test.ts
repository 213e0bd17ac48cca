import { beforeEach, describe, expect, it, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { deviceInWords } from '#server/platform/device-in-words.ts'
import { anAdmin, aRep, Client } from '#testing/builders.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

const store = withStore()
const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)
beforeEach(() => query('truncate sessions'))

const list = async (client: Client) => (await client.call('GET', '/api/profile/sessions')).body
const end = (client: Client, id: string) => client.call('DELETE', `/api/profile/sessions/${id}`)
const isIn = async (client: Client) => (await client.call('GET', '/api/me')).status === 200

describe('the list of sessions', () => {
  test('shows devices, last used first, and marks the current session', async () => {
    const old = new Client(store)
    const { email, password } = REP
    await old.call('POST', '/api/login', { email, password }, { 'user-agent': CHROME })
    store.clock.advance(days(2))
    const present = await aRep(store)
    await anAdmin(store)
    const sessions = await list(present)

    expect(sessions).toEqual([
      expect.objectContaining({ isCurrent: true }),
      expect.objectContaining({ isCurrent: false, device: 'Chrome on Windows' }),
    ])
    await old.call('GET', '/api/me')
    store.clock.advance(1_000)
    expect((await list(present)).map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([false, true])
  })

  test('does not reveal session tokens and leaves out expired sessions', async () => {
    await aRep(store)
    store.clock.advance(days(7))
    const present = await aRep(store)
    const { rows } = await query('select token from sessions')
    const reply = await present.call('GET', '/api/profile/sessions')
    expect(reply.body).toHaveLength(1)
    expect(Object.keys(reply.body[0]).sort()).toEqual(['createdAt', 'device', 'id', 'isCurrent', 'lastUsedAt'])
    for (const { token } of rows) expect(JSON.stringify(reply.body)).not.toContain(token)
    expect(reply.headers['cache-control']).toBe('no-store')
  })
})

describe('ending sessions', () => {
  test('ends the chosen session and every copy of its cookie', async () => {
    const [here, there] = [await aRep(store), await aRep(store)]
    const other = (await list(here)).find((session: { isCurrent: boolean }) => !session.isCurrent)
    expect((await end(here, other.id)).status).toBe(200)
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    const again = await end(here, other.id)
    expect([again.status, again.body.code]).toEqual([404, 'session_not_found'])
  })

  test('clears the cookies if it is the current session', async () => {
    const here = await aRep(store)
    const [own] = await list(here)
    await end(here, own.id)
    expect(here.cookie).toBe('')
    expect(await isIn(here)).toBe(false)
  })

  test('ends all other sessions at once, and none of another member', async () => {
    const reps = [await aRep(store), await aRep(store), await aRep(store)]
    const [here] = reps
    const admin = await anAdmin(store)
    const reply = await here?.call('DELETE', '/api/profile/sessions')
    expect(reply?.body).toEqual({ ended: 2 })
    expect(await Promise.all([...reps, admin].map(isIn))).toEqual([true, false, false, true])
  })
})

describe('the description of a device', () => {
  it.each([
    [CHROME, 'Chrome on Windows'],
    [`${CHROME} Edg/130.0.0.0`, 'Edge on Windows'],
    [`${CHROME} OPR/115.0.0.0`, 'Opera on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    ['curl/8.5.0', 'Unknown browser'],
    ['<script>alert(1)</script> Windows', 'Unknown browser on Windows'],
    ['', 'Unknown browser'],
    [null, 'Unknown browser'],
  ])('%s', (userAgent, words) => {
    expect(deviceInWords(userAgent)).toBe(words)
  })
})

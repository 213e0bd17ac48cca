/** PostgreSQL's NOTIFY: says what changed. Some get lost with a connection, hence `onMissed`, to drop everything. */
import pg from 'pg'
import { seconds } from './clock.ts'
import { type Log, oncePerMinute } from './logging.ts'

const RECONNECT_AFTER_MS = seconds(0.5)
const CONNECT_WITHIN_MS = seconds(5)
/** A connection that only listens never learns that its network path is gone, unless it asks something now and then. */
const ASK_EVERY_MS = seconds(5)
const ANSWER_WITHIN_MS = seconds(5)

/** Listens on a channel with its own connection and keeps it open, whatever happens to the database. */
export function listenForNotices(options: {
  url: string
  channel: string
  log: Log
  onNotice: (payload: string) => void
  onMissed: () => void
}) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined
  let isClosed = false

  const reconnect = () => {
    clearInterval(asking)
    client?.removeAllListeners()
    client?.on('error', () => undefined)
    client?.end().catch(() => undefined)
    client = undefined
    if (isClosed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      connect()
    }, RECONNECT_AFTER_MS)
  }

  const warn = oncePerMinute(options.log)
  const connect = () => {
    const next = new pg.Client({
      connectionString: options.url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      application_name: 'leadyard notices',
    })
    client = next
    next.on('error', reconnect)
    next.on('end', reconnect)
    next.on('notification', ({ payload }) => options.onNotice(payload ?? ''))
    const giveUp = (error: Error) => {
      if (client !== next) return
      warn({ reason: error.message }, 'listening for notices failed; trying again')
      reconnect()
    }
    next
      .connect()
      .then(() => next.query(`listen ${next.escapeIdentifier(options.channel)}`))
      .then(() => {
        options.onMissed()
        if (client !== next) return
        asking = setInterval(() => next.query('select 1').catch(giveUp), ASK_EVERY_MS)
        asking.unref()
      })
      .catch(giveUp)
  }
  connect()

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(asking)
      client?.removeAllListeners()
      client?.on('error', () => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}

export type NoticeListener = ReturnType<typeof listenForNotices>

import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import type pg from 'pg'
import type { Mailbox } from './mailbox.ts'
import { createPhonePlugin } from './phone-plugin.ts'
import { readAuthToken } from './phone-queries.ts'

/** The store's number where it names none: the one that Twilio keeps for tests. */
export const SANDBOX_NUMBER = '+15005550006'

/** Numbers by their last seven digits with which troubles can be tried; 555-01xx belongs to nobody. */
const REFUSED: Readonly<Record<string, number>> = {
  // Not a mobile; its owner said STOP.
  '5550199': 21614,
  '5550196': 21610,
}
/** Taken, and reported later as not delivered: the phone was off; the number is a landline. */
const UNDELIVERED: Readonly<Record<string, number>> = { '5550198': 30003, '5550197': 30006 }

const ANSWER_WITHIN_MS = 10_000

export interface Phone {
  authToken: string
  /** Takes a text as Twilio's API does, then reports what became of it. `refused` is an error code of that API. */
  take(text: {
    key: string
    to: string
    text: string
    statusUrl: string
  }): Promise<{ sid: string } | { refused: number }>
  /** Sends a text from a number to the store. Says whether the store took it. */
  reply(from: string, text: string): Promise<boolean>
  forget(before: Date, rowsMax: number): Promise<number>
  /** Waits for the reports that are under way. */
  close(): Promise<void>
  plugin: FastifyPluginAsync
}

/** An id as Twilio makes them; the same for the same try. */
const sidOf = (name: string): string => `SM${createHash('md5').update(name).digest('hex')}`

/**
 * Stands in for the SMS service: keeps texts beside the mails, shows them at `/sandbox/phone`, and speaks to the store's
 * webhooks with Twilio's fields and signature.
 *
 * @param options.replyUrl the webhook for what people answer, as the store's visitors would reach it
 * @param options.localOrigin where the store listens on this machine; null while it does not
 */
export async function createPhone(
  pool: pg.Pool,
  mailbox: Pick<Mailbox, 'accept' | 'forget'>,
  options: { replyUrl: () => string; localOrigin: () => string | null },
): Promise<Phone> {
  const authToken = await readAuthToken(pool)
  const underWay = new Set<Promise<unknown>>()

  /** Signed for the public address, brought to the local one. */
  async function post(url: string, fields: Record<string, string>): Promise<boolean> {
    const origin = options.localOrigin()
    if (origin === null) return false
    const { pathname, search } = new URL(url)
    const text = Object.keys(fields)
      .sort()
      .reduce((signed, name) => signed + name + fields[name], url)
    try {
      const response = await fetch(origin + pathname + search, {
        method: 'POST',
        headers: { 'x-twilio-signature': createHmac('sha1', authToken).update(text).digest('base64') },
        body: new URLSearchParams(fields),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      // As with a real service, a store that does not answer is told nothing.
      return false
    }
  }

  async function report(url: string, sid: string, to: string): Promise<void> {
    const lost = UNDELIVERED[to.slice(-7)]
    const fields = { MessageSid: sid, To: to, From: SANDBOX_NUMBER }
    await post(url, { ...fields, MessageStatus: 'sent' })
    await post(
      url,
      lost
        ? { ...fields, MessageStatus: 'undelivered', ErrorCode: String(lost) }
        : { ...fields, MessageStatus: 'delivered' },
    )
  }

  const phone = {
    authToken,
    async take({ key, to, text, statusUrl }: Parameters<Phone['take']>[0]) {
      const refused = REFUSED[to.slice(-7)]
      if (refused) return { refused }
      await mailbox.accept({ messageId: key, kind: 'sms', from: SANDBOX_NUMBER, to, subject: '', text })
      const sid = sidOf(statusUrl)
      const reports = report(statusUrl, sid, to)
      underWay.add(reports)
      void reports.finally(() => underWay.delete(reports))
      return { sid }
    },
    async reply(from: string, text: string) {
      const messageId = `reply-${randomUUID()}`
      await mailbox.accept({ messageId, kind: 'sms', from, to: SANDBOX_NUMBER, subject: '', text })
      return post(options.replyUrl(), { MessageSid: sidOf(messageId), From: from, To: SANDBOX_NUMBER, Body: text })
    },
    forget: mailbox.forget,
    async close() {
      await Promise.allSettled(underWay)
    },
  }
  return { ...phone, plugin: createPhonePlugin(pool, phone.reply, SANDBOX_NUMBER) }
}

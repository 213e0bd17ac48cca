import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import type pg from 'pg'
import type { Mailbox } from './mailbox.ts'
import { createPhonePlugin } from './phone-plugin.ts'
import { readAuthToken } from './phone-queries.ts'

/** The store's number if none is configured: the one that Twilio reserves for tests. */
export const SANDBOX_NUMBER = '+15005550006'

/** Numbers, by their last seven digits, that cause problems on purpose; 555-01xx belongs to no one. */
const REFUSED: Readonly<Record<string, number>> = {
  // Not a cell phone; its owner replied STOP.
  '5550199': 21614,
  '5550196': 21610,
}
/** Accepted, and reported later as undelivered: the phone was off; the number is a landline. */
const UNDELIVERED: Readonly<Record<string, number>> = { '5550198': 30003, '5550197': 30006 }

const ANSWER_WITHIN_MS = 10_000

export interface Phone {
  authToken: string
  /** Takes a text like Twilio's API, then reports its outcome. `refused` is an error code of that API. */
  take(text: {
    key: string
    to: string
    text: string
    statusUrl: string
  }): Promise<{ sid: string } | { refused: number }>
  /** Sends a text from a number to the store. Returns whether the store took it. */
  reply(from: string, text: string): Promise<boolean>
  forget(before: Date, rowsMax: number): Promise<number>
  /** Waits for the reports in progress. */
  close(): Promise<void>
  plugin: FastifyPluginAsync
}

/** An id in Twilio's format; the same for the same try. */
const sidOf = (name: string): string => `SM${createHash('md5').update(name).digest('hex')}`

/**
 * Stands in for the SMS service: stores texts with the emails, shows them at `/sandbox/phone`, and calls the store's
 * webhooks with Twilio's fields and signature.
 *
 * @param options.replyUrl the webhook for replies, as the store's visitors would reach it
 * @param options.localOrigin where the store listens on this machine; null while it does not
 */
export async function createPhone(
  pool: pg.Pool,
  mailbox: Pick<Mailbox, 'accept' | 'forget'>,
  options: { replyUrl: () => string; localOrigin: () => string | null },
): Promise<Phone> {
  const authToken = await readAuthToken(pool)
  const underWay = new Set<Promise<unknown>>()

  /** Signed for the public address, sent to the local one. */
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
      // As with a real service, a store that does not answer gets no report.
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

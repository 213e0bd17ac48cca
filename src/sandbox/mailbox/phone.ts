import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import type pg from 'pg'
import type { Mailbox } from './mailbox.ts'
import { escapeHtml, linkAddresses, renderDocument, renderTime } from './page.ts'
import { lastOf, sendHtml } from './plugin.ts'

type PhoneText = { id: string; from: string; to: string; text: string; at: Date }

type PhoneThread = { number: string; latest: string; at: Date }

/** The store's number if none is configured: the one that Twilio reserves for tests. */
export const SANDBOX_NUMBER = '+15005550006'

/** No one reads further, and a load test sends thousands. */
const THREADS_MAX = 100
const TEXTS_MAX = 200

const TEXT = `m.id::text, m.sender as "from", m.recipients[1] as "to", m.text, m.at`

async function readAuthToken(pool: pg.Pool): Promise<string> {
  await pool.query('insert into sandbox_mailbox.phone_account (auth_token) values ($1) on conflict do nothing', [
    randomBytes(16).toString('hex'),
  ])
  const result = await pool.query<{ auth_token: string }>('select auth_token from sandbox_mailbox.phone_account')
  return result.rows[0]?.auth_token ?? ''
}

async function listTexts(pool: pg.Pool, to: string | null): Promise<PhoneText[]> {
  const result = await pool.query<PhoneText>(
    `select ${TEXT} from sandbox_mailbox.messages m
     where m.kind = 'sms' and m.recipients @> $1 order by m.id desc limit $2`,
    [to === null ? [] : [to], to === null ? TEXTS_MAX : null],
  )
  return result.rows
}

async function readThread(pool: pg.Pool, number: string): Promise<PhoneText[]> {
  const result = await pool.query<PhoneText>(
    `select * from (
       select ${TEXT} from sandbox_mailbox.messages m
       where m.kind = 'sms' and (m.recipients @> array[$1] or m.sender = $1) order by m.id desc limit $2
     ) latest order by at, id`,
    [number, TEXTS_MAX],
  )
  return result.rows
}

/** Lists the numbers that got a text, latest first, without the store's own number. */
async function listThreads(pool: pg.Pool): Promise<PhoneThread[]> {
  const result = await pool.query<PhoneThread>(
    `select * from (
       select distinct on (number) number, text as latest, at
       from (
         select case when m.sender = $1 then m.recipients[1] else m.sender end as number, m.text, m.at, m.id
         from sandbox_mailbox.messages m where m.kind = 'sms'
       ) texts order by number, id desc
     ) threads order by at desc limit $2`,
    [SANDBOX_NUMBER, THREADS_MAX],
  )
  return result.rows
}

type PhonePage = { threads: PhoneThread[]; number: string; texts: PhoneText[]; isLost: boolean }

const link = (number: string): string => `/sandbox/phone?${new URLSearchParams({ number })}`

function renderPhone(page: PhonePage): string {
  const { threads, number } = page
  return renderDocument(
    'Sandbox phone',
    number || null,
    `<a class="skip" href="#thread">Go to the texts</a>
<header>
<h1><a href="/sandbox/phone">Sandbox phone</a></h1>
<p>Text messages of this store stay here; nobody’s phone rings. <a href="/sandbox/mailbox">Mailbox</a></p>
</header>
<nav aria-label="Numbers">
${threads.length === 0 ? '<p class="empty">No texts yet. Whatever the store sends by SMS shows up here.</p>' : `<ol>${threads.map((thread) => renderThread(thread, number)).join('\n')}</ol>`}
</nav>
<main id="thread" tabindex="-1">
${number ? renderTexts(page) : '<p class="empty hint">Choose a number to read its texts.</p>'}
</main>`,
  )
}

function renderThread({ number, latest, at }: PhoneThread, current: string): string {
  return `<li><a href="${escapeHtml(link(number))}"${number === current ? ' aria-current="true"' : ''}>
<span class="subject">${escapeHtml(number)}</span>
<span class="to">${escapeHtml(latest.slice(0, 80))}</span>
${renderTime(at)}</a></li>`
}

function renderTexts({ number, texts, isLost }: PhonePage): string {
  const bubble = ({ from, text, at }: PhoneText) =>
    `<li class="${from === number ? 'said' : 'heard'}"><p>${linkAddresses(text)}</p>${renderTime(at)}</li>`
  return `<p class="back"><a href="/sandbox/phone">All numbers</a></p>
<h2>${escapeHtml(number)}</h2>
${texts.length === 0 ? '<p class="empty">No texts to this number.</p>' : `<ul class="texts" aria-label="Texts">${texts.map(bubble).join('\n')}</ul>`}
${isLost ? '<p role="alert" class="lost">The store did not take this answer. Is it running?</p>' : ''}
<form method="post" action="/sandbox/phone/replies">
<input type="hidden" name="number" value="${escapeHtml(number)}">
<label for="answer">Answer</label>
<input id="answer" name="text" maxlength="160" required placeholder="e.g. STOP" autocomplete="off">
<button>Send</button>
</form>`
}

const PHONE_POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 4_096

/** `+1 (512) 555-0100` and `+15125550100` are the same phone; a bare `+` in a URL became a space on its way. */
const bareNumber = (number: string): string => {
  const digits = number.replace(/\D/g, '')
  return digits === '' ? '' : `+${digits}`
}

type Query = { Querystring: { to?: string | string[]; number?: string | string[]; lost?: string | string[] } }

/** The phone's routes. `reply` sends typed text to the store and returns whether it took it. */
function createPhonePlugin(pool: pg.Pool, reply: (from: string, text: string) => Promise<boolean>): FastifyPluginAsync {
  return async (app) => {
    app.removeContentTypeParser(FORM)
    app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )

    app.get<Query>('/sandbox/phone.json', async (request, answer) => {
      const to = bareNumber(lastOf(request.query.to))
      return answer.header('cache-control', 'no-store').send(await listTexts(pool, to === '' ? null : to))
    })

    app.get<Query>('/sandbox/phone', async (request, answer) => {
      const number = bareNumber(lastOf(request.query.number))
      const [threads, texts] = await Promise.all([listThreads(pool), number ? readThread(pool, number) : []])
      const isLost = lastOf(request.query.lost) !== ''
      // Without a referrer a browser sends no origin with the form, and the store refuses it.
      return sendHtml(answer, PHONE_POLICY, renderPhone({ threads, number, texts, isLost }), 'same-origin')
    })

    app.post('/sandbox/phone/replies', async (request, answer) => {
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const number = bareNumber(fields.get('number') ?? '')
      const text = (fields.get('text') ?? '').trim().slice(0, 160)
      if (number === '' || text === '') return answer.redirect('/sandbox/phone', 303)
      const isTaken = await reply(number, text)
      const query = new URLSearchParams({ number, ...(isTaken ? {} : { lost: '1' }) })
      return answer.redirect(`/sandbox/phone?${query}`, 303)
    })
  }
}

/** Numbers, by their last seven digits, that cause problems on purpose; 555-01xx belongs to no one. */
const REFUSED: Readonly<Record<string, number>> = { '5550199': 21614, '5550196': 21610 }
/** Accepted, and reported later as undelivered: the phone was off; the number is a landline. */
const UNDELIVERED: Readonly<Record<string, number>> = { '5550198': 30003, '5550197': 30006 }

const ANSWER_WITHIN_MS = 10_000

export type Phone = Awaited<ReturnType<typeof createPhone>>

/** An id in Twilio's format; the same for the same try. */
const sidOf = (name: string): string => `SM${createHash('md5').update(name).digest('hex')}`

/**
 * Stands in for the SMS service: stores texts with the emails, shows them at `/sandbox/phone`, and calls the store's
 * webhooks with Twilio's fields and signature. `replyUrl` is the webhook for replies, as visitors would reach it;
 * `localOrigin` is where the store listens on this machine, null while it does not.
 */
export async function createPhone(
  pool: pg.Pool,
  mailbox: Pick<Mailbox, 'accept' | 'forget'>,
  options: { replyUrl: () => string; localOrigin: () => string | null },
) {
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
    const outcome = lost ? { MessageStatus: 'undelivered', ErrorCode: String(lost) } : { MessageStatus: 'delivered' }
    await post(url, { ...fields, ...outcome })
  }

  /** Sends a text from a number to the store. Returns whether the store took it. */
  async function reply(from: string, text: string): Promise<boolean> {
    const messageId = `reply-${randomUUID()}`
    await mailbox.accept({ messageId, kind: 'sms', from, to: SANDBOX_NUMBER, subject: '', text })
    return post(options.replyUrl(), { MessageSid: sidOf(messageId), From: from, To: SANDBOX_NUMBER, Body: text })
  }

  return {
    authToken,
    /** Takes a text like Twilio's API, then reports its outcome. `refused` is an error code of that API. */
    async take(sent: {
      key: string
      to: string
      text: string
      statusUrl: string
    }): Promise<{ sid: string } | { refused: number }> {
      const { key, to, text, statusUrl } = sent
      const refused = REFUSED[to.slice(-7)]
      if (refused) return { refused }
      await mailbox.accept({ messageId: key, kind: 'sms', from: SANDBOX_NUMBER, to, subject: '', text })
      const sid = sidOf(statusUrl)
      const reports = report(statusUrl, sid, to)
      underWay.add(reports)
      void reports.finally(() => underWay.delete(reports))
      return { sid }
    },
    reply,
    forget: mailbox.forget,
    async close() {
      await Promise.allSettled(underWay)
    },
    plugin: createPhonePlugin(pool, reply),
  }
}

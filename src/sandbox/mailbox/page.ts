import type { Message, MessageSummary } from './queries.ts'

export const VIEWS = ['light', 'dark', 'text'] as const
export type View = (typeof VIEWS)[number]

export interface MailboxPage {
  summaries: MessageSummary[]
  message: Message | null
  to: string
  view: View
  isMissing: boolean
  hasPhone: boolean
}

/** A page without scripts. On a narrow screen it shows the list, or instead what is read. */
export function renderDocument(place: string, opened: string | null, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${opened ? `${escapeHtml(opened)} · ` : ''}${place}</title>
<link rel="stylesheet" href="/sandbox/mailbox/style.css">
</head>
<body class="${opened === null ? 'listing' : 'reading'}">
${body}
</body>
</html>
`
}

/** Renders the mailbox as one page: every click is a link or the filter's form. */
export function renderPage(page: MailboxPage): string {
  const { summaries, message, to } = page
  const opened = message ? message.subject || 'No subject' : page.isMissing ? '' : null
  return renderDocument(
    'Sandbox mailbox',
    opened,
    `<a class="skip" href="#message">Go to the message</a>
<header>
<h1><a href="/sandbox/mailbox">Sandbox mailbox</a></h1>
<p>Mail and text messages of this store stay here; nothing leaves this machine.${page.hasPhone ? ' <a href="/sandbox/phone">Phone</a>' : ''}</p>
<form method="get" action="/sandbox/mailbox" role="search">
<label for="to">To</label>
<input id="to" name="to" type="search" value="${escapeHtml(to)}" placeholder="address" autocomplete="off" spellcheck="false">
<button>Filter</button>
</form>
</header>
<nav aria-label="Messages">
${summaries.length === 0 ? renderEmpty(to) : `<ol>${summaries.map((summary) => renderSummary(summary, page)).join('\n')}</ol>`}
</nav>
<main id="message" tabindex="-1">
${message ? renderMessage(message, page) : renderNothing(page)}
</main>`,
  )
}

/** The email as its reader sees it. Links open in the whole tab, as a click in a mail program opens the browser. */
export function renderMailPart(html: string, scheme: 'light' | 'dark'): string {
  // Browsers disagree whether a frame follows its page or the system, so the email's own media query is answered here.
  const answered = html.replace(/<style[^>]*>[\s\S]*?<\/style>/gi, (style) =>
    style.replace(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_question, asked: string) =>
      asked.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
    ),
  )
  const start = `<base target="_top"><style>:root{color-scheme:${scheme}}</style>`
  return /<head[^>]*>/i.test(answered) ? answered.replace(/<head[^>]*>/i, (head) => head + start) : start + answered
}

function renderSummary(summary: MessageSummary, { message, to }: MailboxPage): string {
  const current = summary.id === message?.id ? ' aria-current="true"' : ''
  return `<li><a href="${link(to, { id: summary.id })}"${current}>
<span class="to">${escapeHtml(summary.to)}</span>
<span class="subject">${escapeHtml(title(summary))}</span>
${renderTime(summary.at)}</a></li>`
}

function renderMessage(message: Message, { to, view }: MailboxPage): string {
  const tab = (name: View, label: string) =>
    `<a href="${link(to, { id: message.id, view: name })}"${view === name ? ' aria-current="page"' : ''}>${label}</a>`
  return `<p class="back"><a href="${link(to, {})}">All messages</a></p>
<article>
<h2>${escapeHtml(title(message))}</h2>
<dl>
<div><dt>From</dt><dd>${escapeHtml(message.from)}</dd></div>
<div><dt>To</dt><dd>${escapeHtml(message.to)}</dd></div>
<div><dt>${message.kind === 'sms' ? 'Sent as SMS' : 'Sent'}</dt><dd>${renderTime(message.at)}</dd></div>
${message.unsubscribeUrl ? `<div><dt>Unsubscribe</dt><dd>${linkAddresses(message.unsubscribeUrl)}</dd></div>` : ''}
</dl>
${renderAttachments(message)}
${message.html ? `<nav class="tabs" aria-label="Show the message as">${tab('light', 'Light')}${tab('dark', 'Dark')}${tab('text', 'Plain text')}</nav>` : ''}
${
  view === 'light' || view === 'dark'
    ? `<iframe class="${view}" src="/sandbox/mailbox/${message.id}/html?scheme=${view}" title="The mail: ${escapeHtml(message.subject)}"
sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>`
    : `<pre>${linkAddresses(message.text)}</pre>`
}
</article>`
}

function renderAttachments({ attachments }: Message): string {
  if (attachments.length === 0) return ''
  const items = attachments.map(
    ({ name, size, url }) =>
      `<li><a href="${escapeHtml(url)}" download>${escapeHtml(name)}</a> (${Math.ceil(size / 1024)} KB)</li>`,
  )
  return `<ul class="attachments" aria-label="Attachments">${items.join('')}</ul>`
}

function renderEmpty(to: string): string {
  return to === ''
    ? '<p class="empty">No messages yet. Whatever the store sends shows up here.</p>'
    : `<p class="empty">No messages to “${escapeHtml(to)}”. <a href="/sandbox/mailbox">Show all</a></p>`
}

function renderNothing({ isMissing, summaries, to }: MailboxPage): string {
  if (isMissing) return `<p class="empty">This message is not here. <a href="${link(to, {})}">All messages</a></p>`
  return summaries.length > 0 ? '<p class="empty hint">Choose a message to read it.</p>' : ''
}

const title = ({ kind, subject }: MessageSummary): string => subject || (kind === 'sms' ? 'SMS' : 'No subject')

export function renderTime(at: Date): string {
  const iso = at.toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
}

function link(to: string, fields: { id?: string; view?: string }): string {
  const query = new URLSearchParams({ ...(to === '' ? {} : { to }), ...fields }).toString()
  return escapeHtml(query === '' ? '/sandbox/mailbox' : `/sandbox/mailbox?${query}`)
}

/** Makes the web addresses in plain text clickable, as phones and mail programs do. */
export function linkAddresses(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

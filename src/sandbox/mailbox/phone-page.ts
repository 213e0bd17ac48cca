import { escapeHtml, linkAddresses, renderTime } from './page.ts'
import type { PhoneText, PhoneThread } from './phone-queries.ts'

export interface PhonePage {
  threads: PhoneThread[]
  /** Whose phone is shown; empty for none. */
  number: string
  texts: PhoneText[]
  /** The latest reply did not reach the store. */
  isLost: boolean
}

const link = (number: string): string => `/sandbox/phone?${new URLSearchParams({ number })}`

/** Renders the phones of everyone the store wrote to, as one page without scripts. */
export function renderPhone(page: PhonePage): string {
  const { threads, number } = page
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${number ? `${escapeHtml(number)} · ` : ''}Sandbox phone</title>
<link rel="stylesheet" href="/sandbox/mailbox/style.css">
<link rel="stylesheet" href="/sandbox/phone/style.css">
</head>
<body class="${number ? 'reading' : 'listing'}">
<a class="skip" href="#thread">Go to the texts</a>
<header>
<h1><a href="/sandbox/phone">Sandbox phone</a></h1>
<p>Text messages of this store stay here; nobody’s phone rings. <a href="/sandbox/mailbox">Mailbox</a></p>
</header>
<nav aria-label="Numbers">
${threads.length === 0 ? '<p class="empty">No texts yet. Whatever the store sends by SMS shows up here.</p>' : `<ol>${threads.map((thread) => renderThread(thread, number)).join('\n')}</ol>`}
</nav>
<main id="thread" tabindex="-1">
${number ? renderTexts(page) : '<p class="empty hint">Choose a number to read its texts.</p>'}
</main>
</body>
</html>
`
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

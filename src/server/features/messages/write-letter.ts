import { escapeHtml } from '#server/platform/escape-html.ts'
import { mailButton, mailFooter, mailPage } from './html.ts'
import { greet } from './plain-words.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
}

export interface Brand {
  name: string
  subsidiary: string
  supportEmail: string
}

/** What mails with moments in them need to know of the store: its config is one. */
export interface StoreFacts {
  brand: Brand
  timeZone: string
}

/** What a mail says, in reading order. Plain words: what people typed is escaped where HTML is made. */
export interface Letter {
  subject: string
  /** Whom it greets; null greets nobody by name, and so does what is no plain name. Of an order’s buyer see `nameToGreet`. */
  name: string | null
  paragraphs: readonly string[]
  /** Facts with their names. */
  facts?: readonly (readonly [name: string, value: string])[]
  /** Paragraphs after the facts. */
  closing?: readonly string[]
  /** What it is about, under a heading: a title and quieter notes each. */
  list?: { heading: string; items: readonly { title: string; notes: readonly string[] }[]; total?: string }
  /** The one next step. */
  button?: { text: string; url: string }
  /** Paragraphs at the end, below the button. */
  small?: readonly string[]
  /** What to name in a question, e.g. `LY-7K3M9QXD`. */
  reference?: string
}

/** Line breaks that people typed stay. */
const withBreaks = (words: string) => escapeHtml(words).replaceAll('\n', '<br>')
const paragraphHtml = (words: string) => `<p style="margin:0 0 16px">${withBreaks(words)}</p>`
const smallHtml = (words: string) =>
  `<p class="muted" style="margin:16px 0 0;font-size:14px;color:#5b6a60;overflow-wrap:anywhere">${escapeHtml(words)}</p>`

function listHtml({ heading, items, total }: NonNullable<Letter['list']>): string {
  const rows = items.map(
    ({ title, notes }) =>
      `<li style="margin:0 0 8px">${escapeHtml(title)}${notes
        .map((note) => `<br><span class="muted" style="font-size:14px;color:#5b6a60">${escapeHtml(note)}</span>`)
        .join('')}</li>`,
  )
  return `<p style="margin:16px 0 4px"><strong>${escapeHtml(heading)}</strong></p>
<ul style="margin:0 0 20px;padding-left:20px">${rows.join('')}</ul>
${total ? `<p style="margin:0 0 20px"><strong>${escapeHtml(total)}</strong></p>` : ''}`
}

function factsHtml(facts: NonNullable<Letter['facts']>): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="muted" valign="top" style="padding:4px 16px 4px 0;color:#5b6a60">${escapeHtml(name)}</td><td style="padding:4px 0;overflow-wrap:anywhere"><strong>${escapeHtml(value)}</strong></td></tr>`,
  )
  return rows.length === 0
    ? ''
    : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`
}

/** Text and HTML of one letter, from the same words, so that the two cannot say different things. */
export function writeLetter(letter: Letter, brand: Brand): MailContent {
  const { subject, paragraphs, facts = [], closing = [], list, button, small = [], reference } = letter
  const greeting = greet(letter.name)
  const apart = (words: string) => ['', words]

  const text = [
    greeting,
    ...paragraphs.flatMap(apart),
    ...(facts.length > 0 ? ['', ...facts.map(([name, value]) => `${name}: ${value}`)] : []),
    ...closing.flatMap(apart),
    ...(list ? ['', list.heading] : []),
    ...(list?.items ?? []).flatMap(({ title, notes }) => [`- ${title}`, ...notes.map((note) => `  ${note}`)]),
    ...(list?.total ? ['', list.total] : []),
    ...(button ? ['', `${button.text}: ${button.url}`] : []),
    ...small.flatMap(apart),
    '',
    `Questions? Write to ${brand.supportEmail}${reference ? ` and name ${reference}` : ''}.`,
    brand.name,
  ].join('\n')

  const inner = [
    ...[greeting, ...paragraphs].map(paragraphHtml),
    factsHtml(facts),
    ...closing.map(paragraphHtml),
    list ? listHtml(list) : '',
    button ? mailButton(button.text, button.url) : '',
    ...small.map(smallHtml),
  ].join('\n')
  const footer = mailFooter(brand.supportEmail, reference)
  const html = mailPage({ title: subject, brand: brand.name, subsidiary: brand.subsidiary, inner, footer })
  return { subject, text, html }
}

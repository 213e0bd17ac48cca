/** Builds emails and texts; emails with tables and inline styles, as mail programs support little else. */
import { escapeHtml, oneLine } from '#server/platform/text/text.ts'

/*
 * Makes typed text safe for emails. Mail programs and phones turn `evil.com`, `me@evil.com` and long numbers into links
 * by themselves, so escaping HTML is not enough: a name must not be able to carry an advertisement.
 */

const NAME_LENGTH_MAX = 80
/** Fewer digits than the shortest phone number: `Oak Homes 2024` is a name, `call 5550100` is not. */
const NAME_DIGITS_MAX = 4
/** Letters of any script, accents, and marks that names have. No slash, colon, at sign, currency, emoji or other dots. */
const NAME = /^[\p{L}\p{M}\d '’.,&()-]+$/u
/** `J.` and `J.R.`: the only dots that may be followed by something. */
const INITIALS = /(?<![\p{L}\p{M}\d.])(?:\p{L}\.)+(?=[\s,)]|$)/gu
/** A dot that would make a domain out of the text around it. */
const JOINING_DOT = /\.(?=[^\s,)])/u
const INVISIBLE = /\p{Cf}/gu

/** Returns a name that is safe in an email; null for what a mail program might make a link of. */
export function plainName(name: string | null | undefined): string | null {
  const plain = oneLine(name?.replace(INVISIBLE, ''))
  if (plain === null || plain.length > NAME_LENGTH_MAX || !NAME.test(plain)) return null
  if (plain.replace(/\D/g, '').length > NAME_DIGITS_MAX) return null
  return JOINING_DOT.test(plain.replace(INITIALS, '')) ? null : plain
}

/** Breaks up links in a member’s free text, so no mail program makes them clickable. Amounts and line breaks stay. */
export function withoutLinks(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/(?<=\p{L}):(?=\S)/gu, ': ')
    .replace(/@(?=\S)/g, ' (at) ')
    .replace(/[.。](?=[\p{L}\p{M}/])|(?<=\p{L})[.。](?=\d)/gu, '. ')
    .replace(/\/(?=\/)/g, '/ ')
}

/** The greeting of an email, without a name unless it is a plain one. */
export function greet(name: string | null | undefined): string {
  const plain = plainName(name)
  return plain === null ? 'Hello,' : `Hello ${plain},`
}

const FONT = "font-family:'Public Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Builds a whole email around its parts. Brand and footer line up with the text of the card: 24 px plus its border. */
function mailOf(
  brand: Brand,
  { subject, reference, call }: Letter,
  text: readonly string[],
  inner: string,
): MailContent {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>@media (prefers-color-scheme: dark){body,.paper{background:#101a15!important}.card{background:#17231d!important;border-color:#33443b!important}
.ink,.ink *{color:#eceee6!important}.muted{color:#a9b5a8!important}.link{color:#6fd09a!important}.button{background:#6fd09a!important;color:#0d2418!important}}</style>
</head><body class="paper" style="margin:0;background:#fbfaf6;${FONT};color:#17251d">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 25px 16px"><strong style="font-size:18px;line-height:1.3">${escapeHtml(brand.name)}</strong>
<div class="muted" style="font-size:13px;line-height:1.4;color:#5b6a60">${escapeHtml(brand.subsidiary)}</div></td></tr>
<tr><td class="card ink" style="background:#fff;border:1px solid #dcded3;border-radius:6px;padding:24px;font-size:16px;line-height:1.5">${inner}</td></tr>
<tr><td class="muted" style="padding:16px 25px;font-size:13px;line-height:1.5;color:#5b6a60">${reference ? `Reference ${escapeHtml(reference)}. ` : ''}${call ? 'You can also write' : 'Questions? Write'} to ${link(brand.supportEmail, `mailto:${brand.supportEmail}`)}.</td></tr>
</table></td></tr></table></body></html>`
  const question = `${call ? 'You can also email' : 'Questions? Email'} ${brand.supportEmail}${reference ? ` and mention ${reference}` : ''}.`
  return { subject, text: [...text, '', question, brand.name].join('\n'), html }
}

const mailButton = (text: string, href: string): string =>
  `<a class="button" href="${escapeHtml(href)}" style="display:inline-block;background:#1c6b43;color:#fdfefb;text-decoration:none;padding:12px 20px;border-radius:6px;font-weight:600">${escapeHtml(text)}</a>`

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

export interface StoreFacts {
  brand: Brand
  timeZone: string
}

type ListItem = { title: string; amount?: string; notes: readonly string[] }

/** The content of an email in reading order, as plain text. Typed text is escaped where the HTML is made. */
export interface Letter {
  subject: string
  /** To greet; null, or a name that is not plain, greets without one. For an order’s buyer see `nameToGreet`. */
  name: string | null
  paragraphs: readonly string[]
  facts?: readonly (readonly [name: string, value: string])[]
  closing?: readonly string[]
  /** Under a heading: titles, each with an amount at the right and smaller notes. */
  list?: { heading: string; items: readonly ListItem[]; total?: string }
  /** What happens next. */
  steps?: readonly string[]
  /** What the reader can rely on, right above the button. */
  promise?: string
  button?: { text: string; url: string }
  /** Whom to call with a question: the words before the number. */
  call?: { words: string; phone: string }
  small?: readonly string[]
  /** Further links, as the last lines before the footer. */
  links?: readonly { text: string; url: string }[]
  /** What to mention in a question, such as `LY-7K3M9QXD`. */
  reference?: string
}

/** Typed line breaks stay. */
const withBreaks = (words: string) => escapeHtml(words).replaceAll('\n', '<br>')
const paragraphHtml = (words: string) => `<p style="margin:0 0 16px">${withBreaks(words)}</p>`
const smallPart = (html: string) =>
  `<p class="muted" style="margin:16px 0 0;font-size:14px;color:#5b6a60;overflow-wrap:anywhere">${html}</p>`
const smallHtml = (words: string) => smallPart(escapeHtml(words))
const link = (text: string, url: string) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:#1c6b43">${escapeHtml(text)}</a>`

function listHtml({ heading, items, total }: NonNullable<Letter['list']>): string {
  const rows = items.map(
    ({ title, amount = '', notes }) =>
      `<tr><td valign="top" style="padding:0 12px 12px 0">${escapeHtml(title)}${notes
        .map((note) => `<br><span class="muted" style="font-size:14px;color:#5b6a60">${escapeHtml(note)}</span>`)
        .join('')}</td><td align="right" valign="top" style="white-space:nowrap">${escapeHtml(amount)}</td></tr>`,
  )
  const align = items.some(({ amount }) => amount) ? 'right' : 'left'
  return `<p style="margin:16px 0 4px"><strong>${escapeHtml(heading)}</strong></p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('')}</table>
${total ? `<p style="margin:0 0 20px;text-align:${align}"><strong>${withBreaks(total)}</strong></p>` : ''}`
}

const stepsHtml = (steps: readonly string[]) => `<p style="margin:16px 0 4px"><strong>What happens next</strong></p>
<ol style="margin:0 0 20px;padding-left:20px">${steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('')}</ol>`

function factsHtml(facts: NonNullable<Letter['facts']>): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="muted" valign="top" style="padding:4px 16px 4px 0;color:#5b6a60">${escapeHtml(name)}</td><td style="padding:4px 0;overflow-wrap:anywhere"><strong>${escapeHtml(value)}</strong></td></tr>`,
  )
  return rows.length === 0
    ? ''
    : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`
}

/** Builds the text and the HTML of an email from the same words, so the two cannot differ. */
export function writeLetter(letter: Letter, brand: Brand): MailContent {
  const {
    paragraphs,
    facts = [],
    closing = [],
    list,
    steps = [],
    promise,
    button,
    call,
    small = [],
    links = [],
  } = letter
  const greeting = greet(letter.name)
  const apart = (words: string) => ['', words]
  const text = [
    greeting,
    ...paragraphs.flatMap(apart),
    ...(facts.length > 0 ? ['', ...facts.map(([name, value]) => `${name}: ${value}`)] : []),
    ...closing.flatMap(apart),
    ...(list ? ['', list.heading] : []),
    ...(list?.items ?? []).flatMap(({ title, amount, notes }) => [
      `- ${title}${amount ? `, ${amount}` : ''}`,
      ...notes.map((note) => `  ${note}`),
    ]),
    ...(list?.total ? ['', list.total] : []),
    ...(steps.length > 0 ? ['', 'What happens next', ...steps.map((step, index) => `${index + 1}. ${step}`)] : []),
    ...(promise ? apart(promise) : []),
    ...(button ? ['', `${button.text}: ${button.url}`] : []),
    ...(call ? ['', `${call.words} ${call.phone}.`] : []),
    ...small.flatMap(apart),
    ...links.flatMap(({ text: words, url }) => ['', `${words}: ${url}`]),
  ]
  const inner = [
    ...[greeting, ...paragraphs].map(paragraphHtml),
    factsHtml(facts),
    ...closing.map(paragraphHtml),
    list ? listHtml(list) : '',
    steps.length > 0 ? stepsHtml(steps) : '',
    promise ? paragraphHtml(promise) : '',
    button ? mailButton(button.text, button.url) : '',
    call ? smallPart(`${escapeHtml(call.words)} ${link(call.phone, `tel:${call.phone.replace(/[^+\d]/g, '')}`)}.`) : '',
    ...small.map(smallHtml),
    ...links.map(({ text, url }) => smallPart(link(text, url))),
  ].join('\n')
  return mailOf(brand, letter, text, inner)
}

/* Texts: the brand first, as a phone shows no sender; how to stop them, for carriers; the one link last, to be pressed. */

/** The GSM alphabet. A text with any other character has room for 70 instead of 160. @see 3GPP TS 23.038, 6.2.1 */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const GSM_EXTENDED = new Set('^{}\\[~]|€')

/** Typographic characters, as phones insert them. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′]/g, "'"],
  [/[“”„‟″«»]/g, '"'],
  [/[‐‑‒–—−]/g, '-'],
  [/…/g, '...'],
  [/[\u00a0\u2000-\u200a\u202f]/g, ' '],
  [/[•·]/g, '*'],
]

/** Converts text to the GSM alphabet where possible: accents are dropped, other scripts stay. */
export function toGsm(text: string): string {
  const plain = PLAIN.reduce((words, [pattern, letter]) => words.replace(pattern, letter), text)
  return plain.replace(/./gsu, (letter) => {
    if (GSM.has(letter) || GSM_EXTENDED.has(letter)) return letter
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '')
    return GSM.has(bare) ? bare : letter
  })
}

/** A longer brand would leave no room for the message. */
const BRAND_MAX = 24

/** Puts a text together: brand, news, how to stop texts, link. */
export function writeSms(sms: { brand: string; news: string; url: string }): string {
  const brand = (oneLine(toGsm(sms.brand)) ?? '').slice(0, BRAND_MAX).trim()
  return `${brand}: ${oneLine(toGsm(sms.news)) ?? ''} Reply STOP to opt out. ${sms.url}`
}

type AboutOrder = { brand: string; reference: string; url: string }

/** Builds the text with the link to a delivery. @param delivery.isPart other packages of the order are still to come */
export function writeDeliverySms(delivery: AboutOrder & { isPart: boolean; hasFiles: boolean }): string {
  const { reference, isPart, hasFiles } = delivery
  const whole = hasFiles ? `your leads for order ${reference} are ready.` : `order ${reference} was delivered.`
  const part = `part of order ${reference} ${hasFiles ? 'is ready' : 'was delivered'}, more to come.`
  return writeSms({ ...delivery, news: isPart ? part : whole })
}

/** Builds the text that confirms a paid order. @param order.isDelivered the message with its leads left before this one */
export function writeConfirmationSms(order: AboutOrder & { isDelivered: boolean }): string {
  const then = order.isDelivered ? 'is paid and delivered.' : 'is paid. Your leads arrive within 24 h.'
  return writeSms({ ...order, news: `order ${order.reference} ${then}` })
}

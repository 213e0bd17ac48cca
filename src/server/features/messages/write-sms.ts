/**
 * Builds texts of one or two parts: the brand first, because a phone shows no sender that people recognize; the one
 * link last, where phones make it clickable; and how to stop them, which carriers require in each.
 */
import { oneLine } from '#server/platform/text.ts'

/** The GSM alphabet. A text with any other character has room for 70 instead of 160. @see 3GPP TS 23.038, 6.2.1 */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const GSM_EXTENDED = new Set('^{}\\[~]|€')
/** Letters in a text of one part, and in each of several. */
const GSM_ROOM = [160, 153] as const
const WIDE_ROOM = [70, 67] as const

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

/** Counts the parts in which a text is sent and billed. */
export function countSmsParts(text: string): number {
  const letters = [...text]
  const isGsm = letters.every((letter) => GSM.has(letter) || GSM_EXTENDED.has(letter))
  const length = isGsm
    ? letters.reduce((sum, letter) => sum + (GSM_EXTENDED.has(letter) ? 2 : 1), 0)
    : // Of other letters each unit of UTF-16 counts.
      text.length
  const [room, roomOfMany] = isGsm ? GSM_ROOM : WIDE_ROOM
  return length <= room ? 1 : Math.ceil(length / roomOfMany)
}

/** A longer brand would leave no room for the message. */
const BRAND_MAX = 24

/** Puts a text together: brand, news, how to stop texts, link. */
export function writeSms(sms: { brand: string; news: string; url: string }): string {
  const brand = (oneLine(toGsm(sms.brand)) ?? '').slice(0, BRAND_MAX).trim()
  return `${brand}: ${oneLine(toGsm(sms.news)) ?? ''} Reply STOP to opt out. ${sms.url}`
}

interface AboutOrder {
  brand: string
  reference: string
  url: string
}

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

/** Says which phone gets leads by text, next to the field for its number. The number stays optional. */
import type { DeliveryMethod } from '#contract/values.ts'
import { phoneInWords } from '#web/ui/phone-link.tsx'

/** Whether leads in a cart will come by text. */
export const wantsTexts = (lines: readonly { deliveryMethod: DeliveryMethod }[]): boolean =>
  lines.some((line) => line.deliveryMethod === 'sms')

const PUNCTUATION = /[\s().\-‐‑–/]/g
/** Area and exchange start with 2 to 9; not toll-free or premium. The server knows each area code, this only the format. */
const TEXTED = /^(\+?1)?(?!8(00|33|44|55|66|77|88)|900)[2-9]\d{2}[2-9]\d{6}$/

/** Whether the input can be a number in the United States or Canada that can receive texts. */
export const mayTakeTexts = (typed: string): boolean => TEXTED.test(typed.replace(PUNCTUATION, ''))

/**
 * The hint below the phone field; null if no leads come by text.
 *
 * @param phone.isDone false while it is being typed: then nothing is wrong yet
 */
export function phoneHint(phone: { typed: string; isTexted: boolean; isDone: boolean }): string | null {
  if (!phone.isTexted) return null
  if (mayTakeTexts(phone.typed)) return 'We text leads to this number.'
  if (phone.typed.trim() === '' || !phone.isDone)
    return 'We text leads to this number. Without one, they come by email.'
  return 'We can only text numbers in the United States and Canada. Leads ordered by text would come by email.'
}

/** Formats the phone numbers of leads. */

/** What kinds of phones are called. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['mobile', 'mobile'],
  ['landline', 'landline'],
  ['voip', 'VoIP'],
])

/** `(512) 555-0100, VoIP, do not call`; without the kind if unknown. */
export function phoneWords(phone: { number: string; kind: string; isDoNotCall: boolean }): string {
  const { number, kind, isDoNotCall } = phone
  return [phoneInWords(number), KINDS.get(kind), isDoNotCall && 'do not call'].filter(Boolean).join(', ')
}

/** What the forms about a member hold, and when they can be sent. */
import { EMAIL_PATTERN } from '#contract/checkout/checkout.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'
import type { ApiErrorCode } from '#web/lib/api-error.ts'

/** The limits of the contract, so that the browser stops where the server would. */
export const MEMBER_LENGTHS_MAX = { username: 100, email: 254, phone: 40, password: PASSWORD_LENGTH_MAX } as const

export type MemberField = keyof typeof MEMBER_LENGTHS_MAX

/** What is wrong with a field; undefined when it can be sent. */
export function complaintOf(field: MemberField, text: string): string | undefined {
  if (field === 'username') return text.trim() === '' ? 'Please enter a name.' : undefined
  if (field === 'email') {
    if (text.trim() === '') return 'Please enter an email address.'
    return EMAIL_PATTERN.test(text.trim()) ? undefined : 'Please enter a valid email address.'
  }
  if (field === 'phone' || text.length >= PASSWORD_LENGTH_MIN) return undefined
  return 'Password must be at least 6 characters long'
}

/** The field that a refusal is about; the others are about the whole form. */
export function fieldOfRefusal(code: ApiErrorCode | undefined): MemberField | null {
  if (code === 'email_taken') return 'email'
  return code === 'password_guessable' ? 'password' : null
}

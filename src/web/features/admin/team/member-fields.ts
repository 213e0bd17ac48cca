/** The input of the forms about a member, and when they can be sent. */
import { EMAIL_LENGTH_MAX, EMAIL_WRONG, readEmail } from '#contract/email-address.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/members/profile.ts'

/** The contract's limits, so the browser stops where the server would. */
export const MEMBER_LENGTHS_MAX = {
  username: 100,
  email: EMAIL_LENGTH_MAX,
  phone: 40,
  password: PASSWORD_LENGTH_MAX,
} as const

/** What is wrong with a field; undefined if it can be sent. */
export const MEMBER_RULES = {
  username: (text: string) => (text.trim() === '' ? 'Please enter a name.' : undefined),
  email: (text: string) => {
    if (text.trim() === '') return 'Please enter an email address.'
    return readEmail(text) === null ? EMAIL_WRONG : undefined
  },
  password: (text: string) =>
    text.length >= PASSWORD_LENGTH_MIN ? undefined : 'Password must be at least 6 characters long',
}

/** The fields that refusals are about. */
export const MEMBER_REFUSED_FIELDS = { email_taken: 'email', password_guessable: 'password' } as const

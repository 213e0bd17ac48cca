import { refusal } from '#contract/refusal.ts'

/** The expected noes of the buyer's desk. */
export const DESK_REFUSALS = {
  desk_closed: refusal(401, 'Your orders are not open in this browser. Enter your email address to get a code.'),
  desk_code_wrong: refusal(
    400,
    'That code is wrong, was already used, or has expired. Check the latest email, or request a new one.',
  ),
  desk_link_ended: refusal(
    410,
    'This link was already used or has expired. Enter your email address to get a new one.',
  ),
  desk_throttled: refusal(
    429,
    'Too many codes were requested or entered. Check the emails we sent, or try again in an hour.',
  ),
}

import { refusal } from '#contract/refusal.ts'

/** The expected noes about lists of leads that a buyer has already. */
export const OWN_LIST_REFUSALS = {
  own_list_unknown: refusal(404, 'This list does not exist.'),
  own_list_refused: refusal(400, 'We could not read this file as a list. Nothing was changed.'),
  own_list_busy: refusal(429, 'We are reading other lists right now. Nothing was changed. Try again in a minute.'),
  own_list_throttled: refusal(
    429,
    'Lists were changed many times today, by you or from your network. Nothing was changed. Try again tomorrow.',
  ),
  own_lists_full: refusal(
    409,
    'You have 5 lists, and there can be no more. Add the file to one of them, or remove one.',
  ),
}

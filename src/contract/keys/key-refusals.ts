import { refusal } from '#contract/refusal.ts'

/** The expected noes of API keys. */
export const KEY_REFUSALS = {
  key_invalid: refusal(401, 'This API key is not valid, or it was ended. Make a new one.'),
  key_scope_missing: refusal(403, 'This API key lacks the scope that this call needs.'),
  key_not_accepted: refusal(403, 'API keys cannot make this call.'),
  key_throttled: refusal(
    429,
    'Too many calls with wrong API keys came from your network. Correct the key, and try again in 15 minutes.',
  ),
  too_many_keys: refusal(409, 'You have reached the limit of 20 API keys. End one first.'),
}

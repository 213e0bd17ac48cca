import { refusal } from '#contract/refusal.ts'

/** The expected noes of webhooks. */
export const WEBHOOK_REFUSALS = {
  webhook_unknown: refusal(404, 'This webhook does not exist.'),
  webhook_address_refused: refusal(
    400,
    'Enter an address that starts with https:// and is reachable from the internet.',
  ),
  webhook_address_known: refusal(409, 'You already have a webhook with this address.'),
  follow_up_boss_absent: refusal(404, 'This store is not connected with Follow Up Boss.'),
  webhook_off: refusal(409, 'This webhook is off. Turn it on first.'),
  too_many_webhooks: refusal(409, 'You have reached the limit of 5 webhooks. Remove one first.'),
  webhook_throttled: refusal(429, 'Too many test events or replays were requested. Try again in an hour.'),
}

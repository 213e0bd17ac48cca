import { BUYER_SCOPES, SCOPE_WORDS } from '#contract/keys/key-scopes.ts'
import { KEY_UNUSED_DAYS, KEYS_MAX } from '#contract/keys/keys.ts'
import { REQUESTS_PER_MINUTE } from '#server/platform/http/rate-limits.ts'

const SCOPES = BUYER_SCOPES.map((scope) => `- \`${scope}\`: ${SCOPE_WORDS[scope]}`).join('\n')

/** What a programmer reads before the first call, in Markdown: on the reference page and in the docs. */
export const API_INTRODUCTION = `Your own program can do here what you do at your desk: list orders, download leads, claim bad ones and
manage webhooks. Calls are JSON over HTTPS.

## Get a key

Open [your desk](/desk), and under **API keys** choose **Make a key**. Members of the team make theirs under **My Profile**. A key is shown
once. Send it with each call:

\`\`\`
Authorization: Bearer ly_live_…
\`\`\`

Keep it like a password: on your server, never in a web page. A key does what its scopes say and no more:

${SCOPES}

A member's key has the scopes \`read\` and \`write\`, within what the member may do. You can have ${KEYS_MAX} keys. One that is not used for
${KEY_UNUSED_DAYS} days ends by itself. \`GET /api/key\` says whether a key works.

## Get types

[openapi.json](/api/openapi.json) describes all calls to generators of clients, with the calls of our own pages. For TypeScript:

\`\`\`
npm install openapi-fetch && npm install --save-dev openapi-typescript
npx openapi-typescript "$STORE_URL/api/openapi.json" --output store.d.ts
\`\`\`

## Errors

An answer other than 2xx has a code for your program and a sentence for people:

\`\`\`json
{ "code": "key_scope_missing", "message": "This API key lacks the scope that this call needs.", "requestId": "req_…" }
\`\`\`

Each call lists its own codes. Any call may also answer \`key_invalid\` (401), \`key_scope_missing\` or \`key_not_accepted\` (403),
\`bad_request\` (400), \`rate_limited\` (429), \`internal\` (500) or \`unavailable\` (503). Give support the \`requestId\`.

A body with a field that the call does not know, such as a misspelled \`amuont\`, is refused with \`bad_request\`; its message names the field.

## Limits

A key makes ${REQUESTS_PER_MINUTE.session} calls a minute, and a network ${REQUESTS_PER_MINUTE.address.toLocaleString('en-US')}. Above that, calls get 429, and the header \`retry-after\` has
the seconds to wait. Each reply to a key says in \`ratelimit-limit\`, \`ratelimit-remaining\` and \`ratelimit-reset\` how many calls it may
make, how many are left, and in how many seconds all are back. To learn of new leads, use a webhook instead of asking again and again.

## Try again

You can repeat any \`GET\`, and any other call after 429, 503 or a lost connection. A lead is claimed once, a second webhook for the same
address is refused, and what has an \`attemptId\` is done once for each. A download is recorded each time, a replayed event comes again
with the same \`webhook-id\`, and a webhook gets another secret each time.

## Pages of lists

A long list comes in pages. The header \`x-next-cursor\` has where the next page starts: send it as \`cursor\`. Without the header, the list is
at its end.

Amounts are dollars, times are UTC.
`

import { readFileSync } from 'node:fs'
import { BUYER_SCOPES, SCOPE_WORDS } from '#contract/keys/key-scopes.ts'
import { KEY_UNUSED_DAYS, KEYS_MAX } from '#contract/keys/keys.ts'
import { REQUESTS_PER_MINUTE } from '#server/platform/http/rate-limits.ts'

const FACTS: Readonly<Record<string, string | number>> = {
  scopes: BUYER_SCOPES.map((scope) => `- \`${scope}\`: ${SCOPE_WORDS[scope]}`).join('\n'),
  keys: KEYS_MAX,
  days: KEY_UNUSED_DAYS,
  perKey: REQUESTS_PER_MINUTE.session,
  perNetwork: REQUESTS_PER_MINUTE.address.toLocaleString('en-US'),
}

/** What a programmer reads before the first call, in Markdown: on the reference page and in the docs. */
export const API_INTRODUCTION = readFileSync(new URL('api-introduction.txt', import.meta.url), 'utf8').replace(
  /\{(\w+)\}/g,
  (_, name) => String(FACTS[name]),
)

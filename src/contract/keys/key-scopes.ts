/** What an API key may be allowed to do. An endpoint names the scope that a key needs for it, see `Endpoint.key`. */

/** Of buyers: what the address that made the key bought, at its desk. */
export const BUYER_SCOPES = [
  'orders:read',
  'orders:write',
  'deliveries:read',
  'claims:write',
  'webhooks:write',
] as const
export type BuyerScope = (typeof BUYER_SCOPES)[number]

/** Of members: calls that change nothing, and calls that change something. Never more than the member's role permits. */
export const MEMBER_SCOPES = ['read', 'write'] as const
export type MemberScope = (typeof MEMBER_SCOPES)[number]

export type KeyScope = BuyerScope | MemberScope

export const SCOPE_WORDS: Readonly<Record<KeyScope, string>> = {
  'orders:read': 'See orders, what waits for payment, and store credit',
  'orders:write': 'Make checkout pages, where a person pays',
  'deliveries:read': 'Open deliveries and download leads',
  'claims:write': 'See delivered leads and claims, and claim bad leads',
  'webhooks:write': 'See and change webhooks, which can receive leads',
  read: 'See what you can see',
  write: 'Change what you can change',
}

/** What a key may do, in a sentence. */
export const mayWords = (scopes: readonly KeyScope[]): string =>
  `It may: ${scopes.map((scope) => SCOPE_WORDS[scope].replace(/^./, (letter) => letter.toLowerCase())).join('; ')}.`

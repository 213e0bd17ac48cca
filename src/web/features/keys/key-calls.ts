/** The calls that a panel of API keys makes, for buyers and for members. */
import type { KeyScope } from '#contract/keys/key-scopes.ts'
import type { ApiKey } from '#contract/keys/keys.ts'

export interface MadeKey {
  key: ApiKey
  secret: string
}

export interface KeyCalls<Scope extends KeyScope> {
  make: (body: { name: string; scopes: Scope[] }) => Promise<MadeKey>
  end: (keyId: ApiKey['id']) => Promise<unknown>
  /** Reloads the list from the server. */
  refresh: () => Promise<void>
}

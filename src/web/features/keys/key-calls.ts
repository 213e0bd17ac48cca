/** The calls by which a panel of API keys works, for buyers and for members. */
import type { KeyScope } from '#contract/keys/key-scopes.ts'
import type { ApiKey } from '#contract/keys/keys.ts'

export interface MadeKey {
  key: ApiKey
  secret: string
}

export interface KeyCalls<Scope extends KeyScope> {
  make: (body: { name: string; scopes: Scope[] }) => Promise<MadeKey>
  end: (keyId: ApiKey['id']) => Promise<unknown>
  /** Shows the list as the server has it. */
  refresh: () => Promise<void>
}

import { useStoreConfig } from './use-store-config.ts'

/** How members of this store log in besides passkeys. */
export function useSignInWays(): { issuerLabel: string | null; hasPasswords: boolean } {
  const { data } = useStoreConfig()
  return { issuerLabel: data?.signIn?.label ?? null, hasPasswords: data?.signIn?.hasPasswords ?? true }
}

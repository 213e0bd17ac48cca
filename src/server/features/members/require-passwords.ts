import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** @throws Refusal `passwords_off` in a store whose members sign in at the issuer or with passkeys only */
export function requirePasswords({ config }: Pick<PlatformContext, 'config'>): void {
  if (!config.hasPasswords) throw new Refusal('passwords_off')
}

/** Says whether an earlier secret of sessions is still needed. */
import { sealAgain } from './features/members/second-factor-codes.ts'
import { listSealed as listSealedFactors } from './features/members/second-factor-queries.ts'
import { listSealed as listSealedWebhooks } from './features/webhooks/queries.ts'
import { sealSecretAgain } from './features/webhooks/rules.ts'
import type { Executor } from './platform/database.ts'
import type { Secrets } from './platform/secrets.ts'

/**
 * Counts second factors and secrets of webhooks that only an earlier secret of sessions opens. What no secret opens does
 * not count: no secret is needed for it.
 */
export async function countEarlierSealed(executor: Executor, secrets: Secrets): Promise<number> {
  const factors = await executor.run(listSealedFactors)
  const webhooks = await executor.run(listSealedWebhooks)
  const needsEarlier = (seal: () => string | null): boolean => {
    try {
      return seal() !== null
    } catch {
      return false
    }
  }
  return [
    ...factors.map((row) => () => sealAgain(secrets, row.user_id, row.sealed_secret)),
    ...webhooks.flatMap((row) =>
      [row.sealed_secret, row.sealed_previous].flatMap((sealed) =>
        sealed ? [() => sealSecretAgain(secrets, row.webhook_id, sealed)] : [],
      ),
    ),
  ].filter(needsEarlier).length
}

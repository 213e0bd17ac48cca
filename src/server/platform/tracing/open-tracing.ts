import type { Config } from '#server/platform/context.ts'
import type { Log } from '../logging.ts'
import type { Tracing } from './tracing.ts'

/** Starts tracing if the environment names a collector; otherwise returns null. */
export async function openTracing({ telemetry }: Pick<Config, 'telemetry'>, log: Log): Promise<Tracing | null> {
  if (!telemetry) return null
  const { startTracing } = await import('./start-tracing.ts')
  return startTracing({ ...telemetry, log })
}

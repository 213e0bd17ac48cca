/** This file loads nothing of OpenTelemetry: in a store without a collector, none of its modules is read. */
import type { FastifyInstance } from 'fastify'
import type { MetricsSource } from '../http/metrics.ts'

export interface Tracing {
  watchRequests(app: FastifyInstance): Promise<void>
  runJob<Result>(job: { name: string; id: string; attempt: number }, work: () => Promise<Result>): Promise<Result>
  exportMetrics(source: MetricsSource): void
  /** Sends what is left, within a bound, and ends. Never throws. */
  stop(): Promise<void>
}

/** Translates what `/metrics` shows for the collector, name by name, so one dashboard fits both ways. */
import type { HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { MetricData, MetricProducer } from '@opentelemetry/sdk-metrics'
import type { MetricsSource } from '../http/metrics.ts'

type MetricsLibrary = typeof import('@opentelemetry/sdk-metrics')

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)]

/**
 * Makes the metrics when they are to be sent. Left out: the histogram of garbage collections, whose buckets are of no
 * use to anyone here.
 */
export function metricProducer(
  source: MetricsSource,
  { metrics, resource }: { metrics: MetricsLibrary; resource: Resource },
): MetricProducer {
  const startTime = toHrTime(performance.timeOrigin)
  const { DataPointType, AggregationTemporality } = metrics
  const describe = (name: string, description: string) => ({ name, description, unit: '', valueType: 1 })

  return {
    async collect() {
      const endTime = toHrTime(performance.timeOrigin + performance.now())
      const times = { startTime, endTime }
      const plain = (await source.registry.getMetricsAsJSON()).flatMap(({ name, help, type, values }): MetricData[] => {
        const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }))
        const shared = {
          descriptor: describe(name, help),
          aggregationTemporality: AggregationTemporality.CUMULATIVE,
          dataPoints,
        }
        if (`${type}` === 'counter') return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true }]
        if (`${type}` === 'gauge') return [{ ...shared, dataPointType: DataPointType.GAUGE }]
        return []
      })
      const { name, help, bounds, series } = source.durations()
      const durations: MetricData = {
        descriptor: describe(name, help),
        aggregationTemporality: AggregationTemporality.CUMULATIVE,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: series.map(({ method, route, status, counts, count, seconds }) => ({
          ...times,
          attributes: { method, route, status: String(status) },
          value: { count, sum: seconds, buckets: { boundaries: [...bounds], counts: [...counts] } },
        })),
      }
      return {
        resourceMetrics: {
          resource,
          scopeMetrics: [{ scope: { name: 'leadyard' }, metrics: [...plain, durations] }],
        },
        errors: [],
      }
    },
  }
}

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { createInstallationMetrics, type InstallationMetricsDeps } from './installation-metrics.ts'

export type MetricsDeps = Pick<Infrastructure, 'disk' | 'realtime'> & InstallationMetricsDeps

export interface Metrics {
  /** After an answer. */
  observe(labels: { readonly method: string; readonly route: string; readonly status: number }, seconds: number): void
  /** In the format of Prometheus. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>
}

/** Those of this process and of the installation. Answers are counted from here on. */
export function createMetrics(services: MetricsDeps): Metrics {
  const registry = new Registry()
  const durations = new Histogram({
    name: 'holdall_http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  })
  const { realtime } = services
  registry.registerMetric(
    new Gauge({
      name: 'holdall_websocket_connections',
      help: 'Open WebSocket connections of this process',
      registers: [],
      collect() {
        this.set(realtime.counts.connections)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'holdall_websocket_messages_total',
      help: 'Messages sent to WebSocket connections',
      registers: [],
      collect() {
        this.reset()
        this.inc(realtime.counts.sent)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'holdall_disk_free_bytes',
      help: 'Free space of the file system of the data folder',
      registers: [],
      async collect() {
        this.set((await services.disk.status())?.freeBytes ?? Number.NaN)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'holdall_disk_reserve_bytes',
      help: 'Free space below which uploads, copies and exports are refused',
      registers: [],
      async collect() {
        this.set((await services.disk.status())?.reserveBytes ?? Number.NaN)
      },
    }),
  )
  const measureInstallation = createInstallationMetrics(registry, services)
  collectDefaultMetrics({ register: registry })

  return {
    observe: (labels, seconds) => durations.observe(labels, seconds),
    async read() {
      await measureInstallation()
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

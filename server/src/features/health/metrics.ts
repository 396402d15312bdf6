import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DiskStatus } from '../../infrastructure/disk-space.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { createInstallationMetrics, type InstallationMetricsDeps } from './installation-metrics.ts'

export type MetricsDeps = Pick<Infrastructure, 'disk' | 'realtime'> & InstallationMetricsDeps

export interface Metrics {
  /** After an answer. */
  observe(labels: { readonly method: string; readonly route: string; readonly status: number }, seconds: number): void
  /** In the format of Prometheus. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>
}

/** Not a number where the file system does not report it. */
const diskGauges: readonly (readonly [string, string, (status: DiskStatus) => number | undefined])[] = [
  ['holdall_disk_free_bytes', 'Free space of the file system of the data folder', ({ freeBytes }) => freeBytes],
  [
    'holdall_disk_reserve_bytes',
    'Free space below which uploads, copies and exports are refused',
    ({ reserveBytes }) => reserveBytes,
  ],
  ['holdall_disk_free_inodes', 'Free inodes of the file system of the data folder', ({ inodes }) => inodes?.free],
  [
    'holdall_disk_reserve_inodes',
    'Free inodes below which uploads, copies and exports are refused',
    ({ inodes }) => inodes?.reserve,
  ],
]

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
  for (const [name, help, valueOf] of diskGauges) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const status = await services.disk.status()
          this.set((status && valueOf(status)) ?? Number.NaN)
        },
      }),
    )
  }
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

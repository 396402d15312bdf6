import { access, constants } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { sqliteFile } from '../../infrastructure/db/connect.ts'
import { pingDatabase } from '../../infrastructure/db/database-status.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { createInstallationMetrics, type InstallationMetricsDeps } from './installation-metrics.ts'

const isLoopback = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Headers that proxies add. Any one of them shows that the call was forwarded. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
] as const

/**
 * Whether the caller is a program on this machine. A proxy on this machine connects from here as well, for anyone who
 * reaches it: it keeps the outside Host, adds a header, or (nginx by default) uses HTTP/1.0.
 */
function isLocalCall({ raw, socket, headers }: FastifyRequest): boolean {
  const host = `http://${headers.host ?? ''}`
  const hostname = URL.canParse(host) ? new URL(host).hostname.replace(/^\[|\]$/g, '') : ''
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    (hostname === 'localhost' || isLoopback(hostname)) &&
    raw.httpVersion !== '1.0' &&
    forwardingHeaders.every((name) => headers[name] === undefined)
  )
}

/** Liveness, readiness and metrics, for monitoring. They are not in the endpoint table. */
export function registerProbes(
  app: FastifyInstance,
  services: Pick<Infrastructure, 'disk' | 'identity' | 'realtime' | 'sessions'> & InstallationMetricsDeps,
): void {
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
  let collecting = false
  const measureInstallation = createInstallationMetrics(registry, services)

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    const { dataDir, databaseUrl } = services.config
    await pingDatabase(services.db)
    services.identity.recheck()
    if (services.identity.isForeign) throw refuse('busy', { retryAfter: 30 })
    // A file system that turned read-only, as some do when their disk fails, takes no upload. A database file that was
    // removed keeps working in this process, and what is written to it is lost.
    const needed = databaseUrl === null ? [dataDir, sqliteFile(dataDir)] : [dataDir]
    await Promise.all(needed.map((path) => access(path, constants.W_OK))).catch((error: unknown) => {
      services.log.error({ err: error }, 'the data folder cannot be written')
      throw refuse('busy', { retryAfter: 30 })
    })
    // It still serves downloads and deletes files: no reason to take it out.
    const status = await services.disk.status()
    return { status: 'ready', ...(status && { disk: status.isLow ? 'low' : 'ok' }) }
  })

  async function mayMeasure(request: FastifyRequest): Promise<boolean> {
    if (isLocalCall(request)) return true
    const actor = await services.sessions.actorOf(request)
    return actor.kind === 'user' && actor.role === 'admin' && !actor.token
  }

  app.get('/metrics', async (request, reply) => {
    if (!(await mayMeasure(request))) throw refuse('not-found')
    if (!collecting) {
      collecting = true
      collectDefaultMetrics({ register: registry })
    }
    await measureInstallation()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

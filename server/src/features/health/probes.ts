import { access, constants } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { sqliteFile } from '../../infrastructure/db/connect.ts'
import { pingDatabase } from '../../infrastructure/db/database-status.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { workOwner } from '../../infrastructure/fair-queue.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Metrics, MetricsDeps } from './metrics.ts'

/** Monitoring waits for no job and for no account. */
const PROBES = 'probes'

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
  services: Pick<Infrastructure, 'identity' | 'sessions'> & MetricsDeps,
): void {
  let metrics: Promise<Metrics> | undefined
  let measured: Metrics | undefined

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    measured?.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    const { dataDir, databaseUrl } = services.config
    await workOwner.run(PROBES, () => pingDatabase(services.db))
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
    // Not at the start: most installations have no monitoring.
    metrics ??= import('./metrics.ts').then(({ createMetrics }) => createMetrics(services))
    measured = await metrics
    const { contentType, text } = await workOwner.run(PROBES, measured.read)
    return reply.type(contentType).send(text)
  })
}

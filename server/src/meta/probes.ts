import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { refuse } from '../http/refusal.ts'
import type { Services } from '../services.ts'

const isLoopback = (address: string) => isIP(address) !== 0 && /^(127\.|::1$|::ffff:127\.)/.test(address)

/** For machines that watch the server: alive, ready, measured. They are no part of the wire. */
export function registerProbes(app: FastifyInstance, services: Services): void {
  const registry = new Registry()
  const durations = new Histogram({
    name: 'holdall_http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  })
  let collecting = false

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    await sql`select 1`.execute(services.db)
    return { status: 'ready' }
  })

  async function mayMeasure(request: FastifyRequest): Promise<boolean> {
    if (isLoopback(request.ip)) return true
    const actor = await services.sessions.actorOf(request)
    return actor.kind === 'user' && actor.role === 'admin'
  }

  app.get('/metrics', async (request, reply) => {
    if (!(await mayMeasure(request))) throw refuse('not-found')
    if (!collecting) {
      collecting = true
      collectDefaultMetrics({ register: registry })
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

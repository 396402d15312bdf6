import { type Access, type Endpoint, takesFile } from '@holdall/api'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { unlessEnding } from '../access/ending-account.ts'
import { withinScopes } from '../access/token-scopes.ts'
import { type Refusal, refuse } from '../infrastructure/errors/refusal.ts'
import { discardRest } from './multipart-upload.ts'
import { mediaType, readFields, takeVerb } from './parse-body.ts'
import { gate } from './pipeline/gate.ts'
import type { PipelineServices } from './pipeline/pipeline-services.ts'
import { runPipeline } from './pipeline/run-pipeline.ts'
import type { Route } from './route.ts'

const verbs: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Registers a route for every endpoint in the table. Throws when one of them has no handler, or no access rule. */
export function registerEndpoints(
  app: FastifyInstance,
  services: PipelineServices,
  table: readonly Endpoint[],
  routes: readonly Route[],
): void {
  const byId = new Map(routes.map((route) => [route.endpoint.id, route]))
  const paths = new Map<string, Map<string, Route>>()
  for (const endpoint of table) {
    const route = byId.get(endpoint.id)
    if (!route) throw new Error(`The endpoint ${endpoint.id} has no route.`)
    // The type requires one; without it, a call would not be authorised.
    if (!(endpoint.access as Access | undefined)?.by) throw new Error(`The endpoint ${endpoint.id} has no access rule.`)
    const methods = paths.get(endpoint.path) ?? new Map<string, Route>()
    if (methods.has(endpoint.method)) throw new Error(`${endpoint.method} ${endpoint.path} is registered twice.`)
    paths.set(endpoint.path, methods.set(endpoint.method, route))
  }
  for (const [path, methods] of paths) registerPath(app, services, path, methods)
}

/** The routes of one path: a verb without an endpoint answers 405, a POST may carry another verb in `_method`. */
function registerPath(
  app: FastifyInstance,
  services: PipelineServices,
  path: string,
  methods: ReadonlyMap<string, Route>,
): void {
  const isTunnelled = [...methods.keys()].some((method) => method !== 'GET' && method !== 'POST')
  const only = methods.size === 1 ? [...methods.values()][0] : undefined
  const allow = [...methods.keys()].join(', ')
  const get = methods.get('GET')
  const answersBytes = get?.endpoint.answers === 'bytes'
  // One route for all verbs: hundreds of paths are registered at each start.
  app.route({
    method: answersBytes ? [...verbs, 'HEAD'] : [...verbs],
    url: path,
    exposeHeadRoute: !answersBytes,
    handler: async (request, reply) => {
      const direct = request.method === 'HEAD' ? get : methods.get(request.method)
      if (request.method !== 'POST' || !isTunnelled || (direct && isFile(direct, request))) {
        if (!direct) throw notAllowed(reply, allow)
        const answered = runPipeline(services, { route: direct, request, reply })
        // Wherever the call was refused, the rest of its body must not block the connection.
        return takesFile(direct.endpoint) ? answered.finally(() => discardRest(request)) : answered
      }
      // The body says which endpoint is meant: where only one is possible, its gate comes before the body is read.
      if (only) {
        const { endpoint } = only
        const caller = unlessEnding(endpoint, withinScopes(endpoint, await services.sessions.actorOf(request)))
        await gate(services, endpoint, caller)
      }
      const { verb, rest } = takeVerb(await readFields(request, reply, services.limits.fieldsMs))
      const route = methods.get(verb)
      if (!route) throw notAllowed(reply, allow)
      return runPipeline(services, { route, request, reply, body: { fields: rest } })
    },
  })
}

/** Whether the body is a file, which has no verb. An image is always in a form. */
const isFile = ({ endpoint }: Route, request: FastifyRequest): boolean =>
  endpoint.takes === 'upload' || (endpoint.takes === 'image' && mediaType(request) === 'multipart/form-data')

function notAllowed(reply: FastifyReply, allow: string): Refusal {
  void reply.header('allow', allow)
  return refuse('method-not-allowed')
}

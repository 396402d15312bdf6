import { join } from 'node:path'
import type { Access, Endpoint, ThrottleName } from '@holdall/api'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import * as z from 'zod/mini'
import type { Actor } from '../access/actor.ts'
import { authorise, type Input } from '../access/authorise.ts'
import { visitorOf } from '../access/visitor.ts'
import type { Services } from '../services.ts'
import { policies } from '../throttle/policies.ts'
import { addressSubject, type Subject } from '../throttle/throttle.ts'
import { readFields, takeVerb } from './body.ts'
import type { Call, Route } from './handle.ts'
import { isStorable, parseInput } from './input.ts'
import { toJson } from './json.ts'
import { Refusal, refuse } from './refusal.ts'
import { discardRest, receiveUpload, type UploadBody } from './upload.ts'

export interface RegisterOptions {
  /** Checks every answer against the table; on in tests. */
  readonly validateResponses: boolean
}

const verbs: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Makes a route of every call in the table. Throws when one of them has nobody to answer it, or no rule. */
export function registerEndpoints(
  app: FastifyInstance,
  services: Services,
  table: readonly Endpoint[],
  routes: readonly Route[],
  options: RegisterOptions,
): void {
  const byId = new Map(routes.map((route) => [route.endpoint.id, route]))
  const paths = new Map<string, Map<string, Route>>()
  for (const endpoint of table) {
    const route = byId.get(endpoint.id)
    if (!route) throw new Error(`The endpoint ${endpoint.id} has no route.`)
    // The type demands one; the start does not lean on the type alone.
    if (!(endpoint.access as Access | undefined)?.by) throw new Error(`The endpoint ${endpoint.id} has no access rule.`)
    const methods = paths.get(endpoint.path) ?? new Map<string, Route>()
    if (methods.has(endpoint.method)) throw new Error(`${endpoint.method} ${endpoint.path} stands twice in the table.`)
    paths.set(endpoint.path, methods.set(endpoint.method, route))
  }
  for (const [path, methods] of paths) registerPath(app, services, path, methods, options)
}

function registerPath(
  app: FastifyInstance,
  services: Services,
  path: string,
  methods: ReadonlyMap<string, Route>,
  options: RegisterOptions,
): void {
  const tunnelled = [...methods.keys()].some((method) => method !== 'GET' && method !== 'POST')
  const only = methods.size === 1 ? [...methods.values()][0] : undefined
  const allow = [...methods.keys()].join(', ')
  for (const method of verbs) {
    const direct = methods.get(method)
    app.route({
      method: method === 'GET' && direct?.endpoint.answers === 'bytes' ? ['GET', 'HEAD'] : method,
      url: path,
      exposeHeadRoute: direct?.endpoint.answers !== 'bytes',
      handler: async (request, reply) => {
        if (method !== 'POST' || !tunnelled || direct?.endpoint.takes === 'upload') {
          if (!direct) throw notAllowed(reply, allow)
          if (direct.endpoint.takes === 'upload') {
            // Whatever is refused, and wherever: what is still on its way must not hold up the connection.
            return answer(services, direct, request, reply, options, undefined).finally(() => discardRest(request))
          }
          return answer(services, direct, request, reply, options, undefined)
        }
        // Which call it is stands in the body: where only one is possible, its rule is asked before the body is read.
        if (only) await gate(services, only.endpoint, await services.sessions.actorOf(request))
        const { verb, rest } = takeVerb(await readFields(request, reply, services.limits.fieldsMs))
        const meant = methods.get(verb)
        if (!meant) throw notAllowed(reply, allow)
        return answer(services, meant, request, reply, options, { fields: rest })
      },
    })
  }
}

function notAllowed(reply: FastifyReply, allow: string): Refusal {
  void reply.header('allow', allow)
  return refuse('method-not-allowed')
}

/** Whether this actor may call it at all, whatever the input. */
async function gate(services: Services, endpoint: Endpoint, actor: Actor): Promise<void> {
  const { by } = endpoint.access
  if ((by === 'user' || by === 'admin') && actor.kind !== 'user') throw refuse('unauthenticated')
  if (by === 'admin' && actor.kind === 'user' && actor.role !== 'admin') throw refuse('forbidden')
  if (by === 'installer' && (await services.installation.isDone())) throw refuse('not-found')
}

/** An address that is not well-formed leads nowhere. */
function parseParams(endpoint: Endpoint, request: FastifyRequest): unknown {
  const result = z.safeParse(endpoint.params, request.params)
  if (!result.success || !Object.values(request.params as Record<string, string>).every(isStorable)) {
    throw refuse('not-found')
  }
  return result.data
}

interface Prepared {
  readonly input: Input
  readonly upload?: UploadBody
  done(): Promise<void>
}

async function answer(
  services: Services,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegisterOptions,
  body: { readonly fields: unknown } | undefined,
): Promise<unknown> {
  const { endpoint } = route
  const params = parseParams(endpoint, request)
  const caller = await services.sessions.actorOf(request)
  await gate(services, endpoint, caller)
  const proceed = () => answerCaller(services, route, request, reply, options, { params, caller, body })
  return endpoint.takes === 'upload' ? services.uploadSlots.hold(payerOf(caller), proceed) : proceed()
}

interface Received {
  readonly params: unknown
  readonly caller: Actor
  /** Read already, to know which call is meant. */
  readonly body: { readonly fields: unknown } | undefined
}

async function answerCaller(
  services: Services,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegisterOptions,
  { params, caller, body }: Received,
): Promise<unknown> {
  const { endpoint } = route
  const prepared = await prepare(services, endpoint, request, reply, params, caller, body)
  const subjects = endpoint.throttle ? subjectsOf(endpoint.throttle, request, prepared.input) : []
  try {
    if (endpoint.throttle) await services.throttle.begin(endpoint.throttle, subjects)
    try {
      const result = await perform(services, route, request, reply, caller, prepared)
      if (endpoint.throttle) await services.throttle.settle(endpoint.throttle, subjects, 'right')
      return await finish(endpoint, reply, result, options)
    } catch (error) {
      if (endpoint.throttle) {
        const wrong = error instanceof Refusal && error.wrongSecret
        await services.throttle.settle(endpoint.throttle, subjects, wrong ? 'wrong' : 'neither')
      }
      throw error
    }
  } finally {
    await prepared.done()
  }
}

async function prepare(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  params: unknown,
  caller: Actor,
  body: { readonly fields: unknown } | undefined,
): Promise<Prepared> {
  const done = () => Promise.resolve()
  if (endpoint.takes !== 'upload') {
    const fields = body
      ? body.fields
      : request.method === 'GET' || request.method === 'HEAD'
        ? {}
        : await readFields(request, reply, services.limits.fieldsMs)
    const input = { params, query: parseInput(endpoint.query, request.query), body: parseInput(endpoint.body, fields) }
    return { input, done }
  }
  const { targets } = endpoint.access as { targets: Parameters<typeof authorise>[2] }
  // Nothing would ever tell the parser of a form that its client disconnected before it began.
  if (request.raw.destroyed) throw refuse('malformed-request')
  const received = await receiveUpload(request, {
    tempDir: join(services.config.dataDir, 'tmp'),
    limit: await services.settings.get('upload.limit_bytes'),
    quota: services.formQuota(payerOf(caller)),
    early: async (fields) => {
      refuseGiven(endpoint, fields)
      if (fields['parent_id'] !== undefined) {
        await authorise(services, caller, targets, { params, query: {}, body: fields })
      }
    },
  })
  try {
    const input = { params, query: {}, body: parseInput(endpoint.body, received.fields) }
    return { input, upload: received, done: received.done }
  } catch (error) {
    await received.done()
    throw error
  }
}

/** Whose quota an upload counts on. */
function payerOf(caller: Actor): string {
  if (caller.kind !== 'user') throw refuse('unauthenticated')
  return caller.userId
}

/** Refuses values that are wrong already; what is missing may still come. */
function refuseGiven(endpoint: Endpoint, fields: Readonly<Record<string, unknown>>): void {
  const issues = z.safeParse(endpoint.body, fields).error?.issues ?? []
  if (issues.some(({ path }) => String(path[0]) in fields)) parseInput(endpoint.body, fields)
}

function subjectsOf(bucket: ThrottleName, request: FastifyRequest, { params, body }: Input): Subject[] {
  const { account } = policies[bucket]
  const value = account && ({ ...(params as object), ...(body as object) } as Record<string, unknown>)[account]
  const address = addressSubject(request.ip)
  return typeof value === 'string' ? [address, { kind: 'account', value }] : [address]
}

/** Who acts: with a link, its visitor; else the session's user. */
async function actorFor(services: Services, access: Access, request: FastifyRequest, caller: Actor): Promise<Actor> {
  if (access.by === 'installer') services.installation.checkKey(request)
  if (access.by !== 'visitor') return caller
  const { token } = request.params as { token: string }
  const visitor = await visitorOf(services, token, request.cookies, caller)
  if (access.unlocked && !visitor.unlocked) throw refuse('share-locked')
  return visitor
}

async function perform(
  services: Services,
  { endpoint, run }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Actor,
  { input, upload }: Prepared,
): Promise<unknown> {
  const { access } = endpoint
  const actor = await actorFor(services, access, request, caller)
  const entries = 'targets' in access ? await authorise(services, actor, access.targets, input) : {}
  const call: Call = { actor, request, reply, address: request.ip, entries, ...(upload && { upload }) }
  void reply.code(endpoint.status)
  return run(input as never, call)
}

async function finish(
  endpoint: Endpoint,
  reply: FastifyReply,
  result: unknown,
  options: RegisterOptions,
): Promise<unknown> {
  if (reply.sent) return reply
  if (endpoint.answers === 'bytes') return result
  if (endpoint.answers === 'nothing') return reply.send()
  if (options.validateResponses) {
    const parsed = z.safeParse(endpoint.response, result)
    if (!parsed.success)
      throw new Error(`${endpoint.id} answers otherwise than the table says: ${parsed.error.message}`)
  }
  return reply.type('application/json; charset=utf-8').send(await toJson(result))
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@holdall/api'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Infrastructure } from '../infrastructure/infrastructure.ts'
import { browserLocale } from './browser-locale.ts'
import { refuseLongBoundary } from './parse-body.ts'
import { refuseCrossSite } from './cross-site.ts'
import { toRefusal } from './to-refusal.ts'
import { loggedUrl } from './logged-url.ts'
import { answerParserError } from './parser-errors.ts'
import { limitPipelining } from './pipelining.ts'
import { type Refusal, refuse } from '../infrastructure/errors/refusal.ts'
import { watchReader, watchSender } from './slow-peers.ts'
import { addressSubject } from '../infrastructure/throttle/throttle.ts'
import { bytesInMemory, UnreadAnswers } from './unread-answers.ts'
import { refuseWorkerScripts } from './worker-scripts.ts'

/** RFC 6750, 3: for programs that call with an API token. */
const challenges: Readonly<Partial<Record<ErrorCode, string>>> = {
  'invalid-token': 'Bearer error="invalid_token"',
  'insufficient-scope': 'Bearer error="insufficient_scope"',
}

function sendRefusal(reply: FastifyReply, refusal: Refusal, locale: string | null = null): FastifyReply {
  const { page, retryAfter } = refusal.details
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  // It depends on the caller, and its text on the language of the browser.
  void reply.header('cache-control', 'no-store')
  const challenge = challenges[refusal.code]
  if (challenge) void reply.header('www-authenticate', challenge)
  if (page !== undefined) return reply.code(refusal.status).type('text/html; charset=utf-8').send(page)
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(refusal.bodyIn(locale))
}

/** For the API; pages and user content replace some of them. */
const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}

/** RFC 9112, 3.2: exactly one Host header, except from clients of HTTP/1.0. */
function refuseUnclearHost({ raw }: FastifyRequest): void {
  const count = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length
  if (count > 1 || (count === 0 && raw.httpVersion !== '1.0')) throw refuse('malformed-request')
}

/** Requests on connections that are open still while the server ends, or is replaced by one with another configuration. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw refuse('busy', { retryAfter: 1 })
  })
  // A connection that was busy when the idle ones were closed: the next request needs one to the next server.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}

/** With the id of the request and of its account in each line. */
const logOf = ({ log, accountId }: FastifyRequest): FastifyBaseLogger =>
  accountId === null ? log : log.child({ accountId })

/** Pages, lists and downloads that succeed: most of all calls, of which the log needs none. */
const isRoutine = ({ method }: FastifyRequest, { statusCode }: FastifyReply) =>
  (method === 'GET' || method === 'HEAD') && statusCode < 400

const isSocketRequest = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && url.startsWith('/app/') && headers.upgrade?.toLowerCase() === 'websocket'

/** Inputs and answers are checked by the endpoint table. Fastify would load its own validator and serializer (100 modules). */
const noSchemas = () => {
  throw new Error('Routes have no JSON schemas: see the endpoint table.')
}

/** Fastify with what applies to every response: security headers, no writes from other sites, no workers, error codes. */
export async function createServer({
  config,
  limits,
  log,
}: Pick<Infrastructure, 'config' | 'limits' | 'log'>): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Unique for all nodes.
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.split(',').map((part) => part.trim()),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // Its answer has no code: see `refuseWhileClosing`.
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => {
      void sendRefusal(reply.headers(everyAnswer), refuse('malformed-request'))
    },
    // A large upload takes long: its rate is checked instead.
    requestTimeout: 0,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.ceil(limits.headersMs / 3),
      // Node's default would end a request after 5 minutes.
      requestTimeout: 0,
      // Node's own answer has no body: see `refuseUnclearHost`.
      requireHostHeader: false,
      // Any other request that offers an upgrade, as clients do for HTTP/2, is answered as it is.
      shouldUpgradeCallback: isSocketRequest,
    },
    clientErrorHandler: (error, socket) => answerParserError(error, socket as Socket, everyAnswer, log),
  })
  limitPipelining(app.server)
  // Node's own answer to anything but `100-continue` has no body. An expectation may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.decorateRequest('pagePath', null)
  app.decorateRequest('accountId', null)
  await app.register(cookie)
  await app.register(multipart)
  // Bodies are read by the route, after it knows who calls.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(everyAnswer)
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
    refuseUnclearHost(request)
    refuseCrossSite(request, config)
    refuseWorkerScripts(request)
    refuseLongBoundary(request)
  })
  refuseWhileClosing(app)
  app.addHook('preParsing', async (request) => {
    if (request.raw.complete) return
    watchSender(request.raw, limits)
  })
  app.addHook('onSend', async (_request, reply) => watchReader(reply.raw, limits, log))
  const unread = new UnreadAnswers(limits, log)
  app.addHook('onSend', async (request, reply, payload) => {
    unread.add(reply.raw, addressSubject(request.ip).value, bytesInMemory(payload))
  })
  app.addHook('onResponse', async (request, reply) => {
    logOf(request)[isRoutine(request, reply) ? 'debug' : 'info'](
      {
        method: request.method,
        url: loggedUrl(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
      },
      'call',
    )
  })
  app.setErrorHandler((error, request, reply) => {
    const callLog = logOf(request).child({ method: request.method, url: loggedUrl(request) })
    return sendRefusal(reply, toRefusal(error, callLog, request.socket.destroyed), browserLocale(request))
  })
  app.setNotFoundHandler((request, reply) => sendRefusal(reply, refuse('not-found'), browserLocale(request)))
  return app
}

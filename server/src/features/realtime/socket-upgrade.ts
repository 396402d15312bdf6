import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import { refuseCrossSiteSocket } from '../../http/cross-site.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { addressSubject } from '../../infrastructure/throttle/throttle.ts'

/** Clients send subscriptions and pings only. */
const MAX_MESSAGE_BYTES = 16 * 1024

/**
 * `GET /app/:key` of the Pusher protocol. Only requests for it are upgraded (`shouldUpgradeCallback` in
 * `create-server.ts`); they pass the same checks as any other request.
 */
export function registerSockets(
  app: FastifyInstance,
  { config, realtime }: Pick<Infrastructure, 'config' | 'realtime'>,
): void {
  const { accept } = realtime
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  const upgrades = new WeakMap<IncomingMessage, { readonly socket: Duplex; readonly head: Buffer }>()

  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    upgrades.set(request, { socket, head })
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    // The server has no time limits for it any more: it would stay open for as long as the client keeps its side open.
    response.on('finish', () => socket.destroySoon())
    app.routing(request, response)
  })

  app.get<{ Params: { key: string }; Querystring: { protocol?: unknown } }>('/app/:key', (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade || !accept) throw refuse('not-found')
    refuseCrossSiteSocket(request, config)
    const { socket, head } = upgrade
    const { protocol } = request.query
    const from = {
      key: request.params.key,
      protocol: typeof protocol === 'string' ? protocol : undefined,
      address: addressSubject(request.ip).value,
    }
    reply.hijack()
    reply.raw.detachSocket(socket as Socket)
    server.handleUpgrade(request.raw, socket, head, (webSocket) => accept(webSocket, from))
  })
}

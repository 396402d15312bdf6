import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { networkOf } from '../../infrastructure/activity/visitor-network.ts'

/** In whose turns a call waits for what all accounts share. Visitors take none of the turns of whose links they use. */
export function workOwnerOf(actor: Actor, { ip }: Pick<FastifyRequest, 'ip'>): string {
  switch (actor.kind) {
    case 'user':
      return `account ${actor.userId}`
    case 'visitor':
    case 'request-visitor':
      return `links of ${actor.ownerId}`
    case 'anonymous':
    case 'half':
      return `address ${networkOf(ip) ?? ''}`
  }
}

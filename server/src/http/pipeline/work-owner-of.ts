import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { networkOf } from '../../infrastructure/activity/visitor-network.ts'

/** The owner that a call is scheduled for. Visitors of links are scheduled apart from the account that owns the links. */
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

import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { networkOf } from '../../infrastructure/activity/visitor-network.ts'
import type { ActingParty } from '../../infrastructure/db/activity-tables.ts'

/** Whom a call tells as the one who did what it changes. */
export function actingPartyOf(actor: Actor, { ip }: Pick<FastifyRequest, 'ip'>): ActingParty {
  switch (actor.kind) {
    case 'user':
      return { kind: 'user', id: actor.userId }
    case 'visitor':
      return { kind: 'link', id: actor.shareId, network: networkOf(ip) }
    case 'request-visitor':
      return { kind: 'upload-request', id: actor.requestId }
    case 'anonymous':
    case 'half':
      return { kind: 'system', id: null }
  }
}

import type { FastifyRequest } from 'fastify'
import type { RequestVisitorOf, VisitorOf } from '../../access/actor.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type {
  AccountSlots,
  AccountTurns,
  OwnerSlots,
  VisitorSlots,
  VisitorTurns,
} from '../../infrastructure/owner-slots.ts'
import type { FormBytes } from '../multipart-upload.ts'

/** What the stages need; `app.ts` passes in what features implement. */
export interface PipelineServices extends Pick<
  Infrastructure,
  'config' | 'limits' | 'db' | 'sessions' | 'settings' | 'throttle' | 'installation'
> {
  /** By the session and its account. */
  readonly accountReads: AccountTurns
  /** Counts bytes of a form that are kept while it is received. */
  readonly formQuota: (ownerId: string) => FormBytes
  readonly imageSlots: OwnerSlots
  readonly uploadSlots: AccountSlots
  /** The account with this address, if it was used in the browser of the request before. */
  readonly knownAccountOf: (email: string, request: FastifyRequest) => Promise<string | null>
  readonly requestVisitorOf: RequestVisitorOf
  readonly visitorOf: VisitorOf
  /** By the link. */
  readonly visitorReads: VisitorTurns
  readonly visitorUploads: VisitorSlots
  /** Checks every response and every refusal against the table; on in tests. */
  readonly validateResponses: boolean
}

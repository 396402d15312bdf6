import { refuse } from '../infrastructure/errors/refusal.ts'
import { isOpen, type RequestVisitorActor } from './actor.ts'

/** Refuses visitors of an upload request that has ended. */
export function refuseClosed(visitor: RequestVisitorActor): void {
  if (!isOpen(visitor)) throw refuse(visitor.status === 'expired' ? 'upload-request-expired' : 'upload-request-closed')
}

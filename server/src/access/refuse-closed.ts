import { refuse } from '../infrastructure/errors/refusal.ts'
import { isOpen, type RequestVisitorActor } from './actor.ts'

/** Refuses what needs an open upload request. */
export function refuseClosed(request: Pick<RequestVisitorActor, 'status'>): void {
  if (!isOpen(request)) throw refuse(request.status === 'expired' ? 'upload-request-expired' : 'upload-request-closed')
}

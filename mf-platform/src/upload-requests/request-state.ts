import type { UploadRequest } from '@holdall/api'
import type { Hue } from '@holdall/ui'

/** What a request is shown as. `suspended`: its folder is in the trash. */
export type RequestState = 'active' | 'filling' | 'suspended' | 'filled' | 'closed' | 'expired'

export const stateHues: Readonly<Record<RequestState, Hue>> = {
  active: 'blue',
  filling: 'teal',
  suspended: 'amber',
  filled: 'green',
  closed: 'grey',
  expired: 'orange',
}

export function stateOf({ attributes: { status, suspended, ended_by: endedBy } }: UploadRequest): RequestState {
  if (status === 'active' || status === 'filling') return suspended ? 'suspended' : status
  if (status === 'filled') return endedBy === 'owner' || endedBy === 'folder-removed' ? 'closed' : 'filled'
  return status
}

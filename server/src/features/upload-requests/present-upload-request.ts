import type { AvatarImages, Entry, PublicUploadRequest, UploadRequest } from '@holdall/api'
import type { FoundRequest } from './upload-request.store.ts'
import { stateOf, statusForVisitors } from './upload-request-state.ts'

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** A request as its owner sees it. */
export function presentUploadRequest(
  request: FoundRequest,
  { origin, now }: { readonly origin: string; readonly now: number },
): UploadRequest {
  const state = stateOf(request, now)
  const isOpen = 'closesAt' in state
  const isTop = request.parent_kind === 'root' || request.parent_kind === null
  return {
    id: request.id,
    type: 'upload-request',
    attributes: {
      token: request.token,
      status: state.status,
      name: request.name,
      notes: request.notes,
      email: request.email,
      parent_id: isTop ? null : request.parent_id,
      parent_name: isTop ? null : request.parent_name,
      folder_id: request.root_trash_id === null ? request.live_root_id : null,
      suspended: isOpen && state.isSuspended,
      files_received: request.files_received,
      last_upload_at: iso(request.last_upload_at),
      closes_at: isOpen ? iso(state.closesAt) : null,
      closes_when_idle: request.closes_when_idle === 1,
      ended_at: isOpen ? null : iso(state.endedAt),
      ended_by: isOpen ? null : state.endedBy,
      link: `${origin}/request/${request.token}/upload`,
      created_at: new Date(request.created_at).toISOString(),
    },
  }
}

interface Owner {
  readonly name: string
  readonly color: string
  readonly avatar: AvatarImages | null
}

/** A request as its visitors see it; `folder` where it is open and has one. */
export function presentPublicUploadRequest(
  request: FoundRequest,
  { folder, owner, now }: { readonly folder: Entry | null; readonly owner: Owner; readonly now: number },
): PublicUploadRequest {
  const state = stateOf(request, now)
  const status = statusForVisitors(state)
  return {
    id: request.id,
    type: 'upload-request',
    attributes: {
      token: request.token,
      status,
      name: request.name,
      notes: request.notes,
      closes_at: 'closesAt' in state && status !== 'filled' ? iso(state.closesAt) : null,
      closes_when_idle: request.closes_when_idle === 1,
    },
    relationships: {
      folder: folder && { data: folder },
      user: { data: { type: 'user', attributes: owner } },
    },
  }
}

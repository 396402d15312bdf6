import type { UploadRequestEnd, UploadRequestStatus } from '@holdall/api'
import type { FoundRequest } from './upload-request.store.ts'

/** Hours after which a request that closes when idle expires without an upload. */
export const UNUSED_HOURS = 72

/** What a request is now: its time may be over, or its folder deleted, before the job has ended it. */
export type UploadRequestState =
  | {
      readonly status: 'active' | 'filling'
      /** null: it has no end date. */
      readonly closesAt: number | null
      /** A folder of it is in the trash: until that is restored, visitors are told that the request is closed. */
      readonly isSuspended: boolean
    }
  | { readonly status: 'filled' | 'expired'; readonly endedAt: number; readonly endedBy: UploadRequestEnd }

type StateOf = Pick<
  FoundRequest,
  | 'status'
  | 'closes_at'
  | 'closes_when_idle'
  | 'files_received'
  | 'ended_at'
  | 'ended_by'
  | 'parent_id'
  | 'live_root_id'
  | 'root_trash_id'
  | 'parent_trash_id'
>

export function stateOf(request: StateOf, now: number): UploadRequestState {
  const { status, closes_at: closesAt, ended_at: endedAt, ended_by: endedBy } = request
  if (endedAt !== null) return ended(endedBy ?? 'owner', endedAt)
  const hasRoot = request.live_root_id !== null
  if (!hasRoot && (status === 'filling' || request.parent_id === null)) return ended('folder-removed', now)
  if (closesAt !== null && closesAt <= now) return ended(isUsed(request) ? 'idle' : 'unused', closesAt)
  const isSuspended = (hasRoot ? request.root_trash_id : request.parent_trash_id) !== null
  return { status: status === 'filling' ? 'filling' : 'active', closesAt, isSuspended }
}

/** The idle rule counts a folder as use; an end date, files. */
const isUsed = ({ status, closes_when_idle: whenIdle, files_received: files }: StateOf) =>
  whenIdle === 1 ? status === 'filling' : files > 0

const ended = (endedBy: UploadRequestEnd, endedAt: number): UploadRequestState => ({
  status: endedBy === 'unused' ? 'expired' : 'filled',
  endedAt,
  endedBy,
})

/** The status as visitors see it. */
export const statusForVisitors = (state: UploadRequestState): UploadRequestStatus =>
  'isSuspended' in state && state.isSuspended ? 'filled' : state.status

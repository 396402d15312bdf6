import { intlTimeZone, MAX_OPEN_UPLOAD_REQUESTS, type UploadRequestEnd } from '@holdall/api'
import { refuseClosed } from '../../access/refuse-closed.ts'
import { homeOf } from '../../access/target.store.ts'
import { minute } from '../../infrastructure/clock.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import { nameFrom } from '../entries/entry-name-rules.ts'
import { freeName } from '../entries/entry-placement.store.ts'
import { insertEntry } from '../entries/entry.store.ts'
import { depthOf, refuseDepth } from '../entries/path-depth.ts'
import { type EntryRow, entryOf, forOwner, type Space } from '../entries/space.store.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { countMails } from '../share-links/share-link-mails.ts'
import { charge, type StorageLimits, storageLimits } from '../storage/quota.store.ts'
import { abandonUploadsOfRequest } from '../uploads/upload.store.ts'
import { accountOf } from '../users/user.store.ts'
import { announceEnd, inviteByMail } from './upload-request-mails.ts'
import { type ChosenEnd, chosenEnd, defaultEnd, IDLE_MS, renewedEnd } from './request-end.ts'
import {
  countOpen,
  findRequest,
  type FoundRequest,
  insertRequest,
  keepOpen,
  noteReceived,
  ownRequest,
  setEnd,
  setEnded,
  setRenewed,
  type UploadRequestRow,
} from './upload-request.store.ts'
import { stateOf } from './upload-request-state.ts'

export type RequestDeps = Pick<
  Infrastructure,
  'clock' | 'db' | 'ids' | 'jobs' | 'mailer' | 'settings' | 'throttle' | 'transact'
> & { readonly notifications: Notifications }

/** Chunks write no more often than this that the request is in use. */
const KEEP_OPEN_STEP_MS = 10 * minute

export interface NewUploadRequest extends ChosenEnd {
  readonly name?: string | null | undefined
  readonly notes?: string | null | undefined
  readonly email?: string | null | undefined
}

export async function createRequest(
  deps: RequestDeps,
  parent: EntryRow,
  { name, notes, email, ...choice }: NewUploadRequest,
): Promise<FoundRequest> {
  const { clock, db, ids, settings, transact } = deps
  const now = clock.now()
  const ownerId = parent.owner_id
  const id = ids.next()
  const row: UploadRequestRow = {
    id,
    token: ids.token(),
    owner_id: ownerId,
    parent_id: parent.id,
    root_id: ids.next(),
    name: name ? nameFrom(name) : await defaultName(deps, ownerId, now),
    notes: notes || null,
    email: email || null,
    status: 'active',
    ...(chosenEnd(choice, 'active', now) ?? defaultEnd(now)),
    last_upload_at: null,
    files_received: 0,
    ended_at: null,
    ended_by: null,
    created_at: now,
    updated_at: now,
  }
  refuseDepth(await depthOf(db, parent.id), 1, await settings.get('files.max_depth'))
  return forOwner(transact, ownerId, async (trx) => {
    await refuseTooMany(trx, ownerId, now)
    const live = await entryOf(trx, parent.space_id, parent.id)
    if (!live) throw refuse('not-found')
    await insertRequest(trx, row)
    if (row.email !== null) {
      await countMails(deps, trx, ownerId, 1)
      await inviteByMail(deps, trx, row, row.email)
    }
    return found(trx, id)
  })
}

async function refuseTooMany(trx: Trx, ownerId: string, now: number, besides?: string): Promise<void> {
  if ((await countOpen(trx, ownerId, now, besides)) >= MAX_OPEN_UPLOAD_REQUESTS)
    throw refuse('too-many-upload-requests')
}

/** In the language and the time zone of the owner. */
async function defaultName({ db, settings }: RequestDeps, ownerId: string, now: number): Promise<string> {
  const { settings: own } = await accountOf(db, ownerId)
  const locale = languageIn(own.locale, await settings.get('app.locale'))
  const timeZone = intlTimeZone(own.timezone)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...(timeZone && { timeZone }) }).format(now)
  return nameFrom(textIn(locale)('upload_request.folder_name', { date }))
}

async function found(db: Db, id: string): Promise<FoundRequest> {
  const request = await findRequest(db, id)
  if (!request) throw refuse('not-found')
  return request
}

/** Changes a request of its owner, and returns it as it is then. */
function changeOwn(
  { transact }: RequestDeps,
  ownerId: string,
  token: string,
  change: (trx: Trx, request: FoundRequest) => Promise<unknown>,
): Promise<FoundRequest> {
  return forOwner(transact, ownerId, async (trx) => {
    const request = await ownRequest(trx, ownerId, token)
    if (!request) throw refuse('not-found')
    await change(trx, request)
    return found(trx, request.id)
  })
}

/** Ends a request of its owner; one that has ended stays as it is. */
export const closeRequest = (deps: RequestDeps, ownerId: string, token: string): Promise<FoundRequest> =>
  changeOwn(deps, ownerId, token, (trx, request) => end(trx, request, 'owner', deps.clock.now()))

/** Changes when an open request of its owner closes. Throws for one that has ended, which `renewRequest` opens again. */
export function changeEnd(deps: RequestDeps, ownerId: string, token: string, choice: ChosenEnd): Promise<FoundRequest> {
  return changeOwn(deps, ownerId, token, async (trx, request) => {
    const now = deps.clock.now()
    const state = stateOf(request, now)
    refuseClosed(state)
    const chosen = chosenEnd(choice, state.status, now)
    if (chosen) await setEnd(trx, request, { ...chosen, updated_at: now })
  })
}

/**
 * Opens a request of its owner again, or for longer. Where its folder is gone or in the trash, the next upload makes a new
 * one: at the top, where the folder above is gone as well.
 */
export function renewRequest(
  deps: RequestDeps,
  ownerId: string,
  token: string,
  choice: ChosenEnd,
): Promise<FoundRequest> {
  const { clock, ids } = deps
  return changeOwn(deps, ownerId, token, async (trx, request) => {
    const now = clock.now()
    await refuseTooMany(trx, ownerId, now, request.id)
    const state = stateOf(request, now)
    const hasRoot = request.live_root_id !== null && request.root_trash_id === null
    const hasParent = request.parent_id !== null && request.parent_trash_id === null
    await setRenewed(trx, request, {
      status: state.status === 'filling' && hasRoot ? 'filling' : 'active',
      ...(chosenEnd(choice, 'active', now) ?? renewedEnd(request, now)),
      root_id: hasRoot ? request.root_id : ids.next(),
      parent_id: hasRoot || hasParent ? request.parent_id : (await homeOf(trx, ownerId)).root_id,
      updated_at: now,
    })
  })
}

/** Ends a request by its visitor, and tells the owner. */
export function finishRequest(deps: RequestDeps, ownerId: string, requestId: string): Promise<FoundRequest> {
  const { clock, transact } = deps
  return forOwner(transact, ownerId, async (trx) => {
    const request = await found(trx, requestId)
    const isFirst = await end(trx, request, 'visitor', clock.now())
    // Another visitor, the owner or the job was first.
    if (!isFirst) throw refuse('upload-request-closed')
    await announceEnd(deps, trx, request, 'visitor')
    return found(trx, requestId)
  })
}

/** Ends a request whose time is over, or whose folder was deleted for good; and tells the owner of the former. */
export async function endDueRequest(deps: RequestDeps, requestId: string): Promise<void> {
  const { clock, db, transact } = deps
  const owner = await findRequest(db, requestId)
  if (!owner) return
  await forOwner(transact, owner.owner_id, async (trx) => {
    const request = await findRequest(trx, requestId)
    const state = request && stateOf(request, clock.now())
    // It was renewed or used since it was read.
    if (!state || !('endedBy' in state) || !(await end(trx, request, state.endedBy, clock.now()))) return
    await announceEnd(deps, trx, request, state.endedBy)
  })
}

/** False where the request has ended before. Uploads that have not become files are abandoned. */
async function end(trx: Trx, request: FoundRequest, by: UploadRequestEnd, now: number): Promise<boolean> {
  const state = stateOf(request, now)
  const endedBy = 'endedBy' in state ? state.endedBy : by
  if (!(await setEnded(trx, request, { endedBy, now }))) return false
  await abandonUploadsOfRequest(trx, request.id, now)
  return true
}

/** Notes that bytes arrive, so that a long upload does not end a request that closes when idle. */
export async function noteUploading({ clock, db, transact }: RequestDeps, requestId: string): Promise<void> {
  const now = clock.now()
  const closesAt = now + IDLE_MS
  const closesTooSoon = ({ closes_when_idle: whenIdle, closes_at: before }: FoundRequest) =>
    whenIdle === 1 && before !== null && before <= closesAt - KEEP_OPEN_STEP_MS
  const request = await findRequest(db, requestId)
  if (!request || !closesTooSoon(request)) return
  await forOwner(transact, request.owner_id, async (trx) => {
    const current = await findRequest(trx, requestId)
    if (!current || !closesTooSoon(current) || !('closesAt' in stateOf(current, now))) return
    await keepOpen(trx, current, { closesAt, now })
  })
}

/** `files`: how many files come. */
type Receive = (trx: Trx, space: Space, requestId: string, files: 0 | 1) => Promise<void>

/**
 * Returns a function that makes the folder of a request where it does not exist yet, and notes that something comes into
 * it. It runs in the transaction that creates what comes, after the space was locked.
 */
export async function receiver({ clock, settings }: Pick<RequestDeps, 'clock' | 'settings'>): Promise<Receive> {
  const maxDepth = await settings.get('files.max_depth')
  const limits = await storageLimits(settings)
  return (trx, space, requestId, files) =>
    receiveInto(trx, space, requestId, { files, maxDepth, limits, now: clock.now() })
}

interface Reception {
  readonly files: 0 | 1
  readonly maxDepth: number
  readonly limits: StorageLimits
  readonly now: number
}

async function receiveInto(
  trx: Trx,
  space: Space,
  requestId: string,
  { files, maxDepth, limits, now }: Reception,
): Promise<void> {
  const request = await found(trx, requestId)
  if (request.live_root_id === null) {
    await insertRoot(trx, space, request, maxDepth, now)
    await charge(trx, space.owner_id, { bytes: 0, items: 1 }, limits)
  }
  const moved = request.closes_when_idle === 1 ? { closes_at: now + IDLE_MS } : {}
  await noteReceived(trx, request, { files, end: moved, now })
}

async function insertRoot(trx: Trx, space: Space, request: FoundRequest, maxDepth: number, now: number): Promise<void> {
  const parent = await entryOf(trx, space.id, request.parent_id ?? '')
  if (!parent) throw refuse('upload-request-closed')
  refuseDepth(await depthOf(trx, parent.id), 1, maxDepth)
  await insertEntry(trx, {
    id: request.root_id,
    space,
    creatorId: null,
    uploadRequestId: request.id,
    parentId: parent.id,
    kind: 'folder',
    name: await freeName(trx, parent.id, request.name, 'folder'),
    now,
  })
}

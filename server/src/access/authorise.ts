import type { Action, EntryTarget, ParsedInput, SelectionTarget, Targets } from '@holdall/api'
import { refuse } from '../infrastructure/errors/refusal.ts'
import type { Db } from '../infrastructure/db/transact.ts'
import { type Actor, isOpen, uploaderOf } from './actor.ts'
import { can, canDownloadByLink } from './can.ts'
import {
  type Authorised,
  hasUpload,
  hasUploadRequest,
  homeOf,
  inTeams,
  type Item,
  loadItems,
  loadSharedItems,
  pathFor,
  type SpaceFor,
  spacesFor,
} from './target.store.ts'

interface Deps {
  readonly db: Db
}

/**
 * Loads the entries that the targets of a rule name, and checks that the actor may use all targets. Throws `not-found`
 * both for what belongs to somebody else and for what does not exist.
 */
export async function authorise(
  { db }: Deps,
  actor: Actor,
  { entry, selection, shareTokens, uploadId, uploadRequest }: Targets,
  input: ParsedInput,
): Promise<Authorised> {
  for (const target of [entry, selection]) if (target) refuseDownload(actor, target.action)
  const home = actor.kind === 'user' && (entry || selection) ? await homeOf(db, actor.userId) : null
  const spaces = new Map<string, SpaceFor>(home ? [[home.id, { ...home, permission: null }]] : [])
  const scope = { db, actor, rootId: home ? home.root_id : 'rootId' in actor ? actor.rootId : null, spaces }
  const selected = selection ? await authoriseSelection(scope, selection, input) : []
  const found = entry ? await authoriseEntry(scope, entry, input) : null
  const space = (home && spaces.get((found ?? selected[0])?.space_id ?? '')) ?? home
  const authorised = { entry: found, selected, space, home, spaces }
  if (shareTokens) await authoriseShares(scope, shareTokens(input))
  if (uploadRequest) await authoriseUploadRequest(scope, uploadRequest(input))
  if (uploadId) await authoriseUpload(scope, uploadId(input))
  return authorised
}

/**
 * Throws `share-no-download` for any download by a link that allows none, whatever it names: what exists and what does
 * not are refused alike.
 */
export function refuseDownload(actor: Actor, action: Action): void {
  if (action !== 'download' || actor.kind !== 'visitor' || !actor.unlocked) return
  if (!canDownloadByLink(actor)) throw refuse('share-no-download')
}

interface Scope extends Deps {
  readonly actor: Actor
  /** The folder that an absent id stands for; null for callers that have none. */
  readonly rootId: string | null
  /** Of a user: those that were looked up so far, by id. */
  readonly spaces: Map<string, SpaceFor>
}

const isAbsent = (id: string | null | undefined): id is 'all' | '' | 'null' | null | undefined =>
  id === undefined || id === null || id === 'all' || id === '' || id === 'null'

const isInState = (item: Item, state: 'live' | 'trashed' | 'any' = 'live') =>
  state === 'any' || (item.trash_root_id !== null) === (state === 'trashed')

function rootOf({ rootId }: Scope): string {
  if (rootId === null) throw refuse('unauthenticated')
  return rootId
}

async function load({ db, actor, spaces }: Scope, ids: readonly string[]): Promise<Item[]> {
  const items = await loadItems(db, ids, pathFor(actor))
  if (actor.kind !== 'user') return items
  const others = items.filter(({ space_id: id }) => !spaces.has(id))
  for (const [id, space] of await spacesFor(db, actor.userId, others)) spaces.set(id, space)
  return inTeams(items, spaces)
}

async function authoriseEntry(scope: Scope, target: EntryTarget, input: ParsedInput): Promise<Item | null> {
  let id = target.id(input)
  if (isAbsent(id)) {
    if (target.absent === 'skip') return null
    if (target.absent !== 'root') throw refuse('validation', { errors: { id: ['This is needed.'] } })
    if (scope.actor.kind === 'request-visitor' && !scope.actor.hasRoot) return null
    id = rootOf(scope)
  }
  const [item] = await load(scope, [id])
  if (!item || !isInState(item, target.state) || !can(scope.actor, target.action, item)) throw refuse('not-found')
  return item
}

async function authoriseSelection(
  scope: Scope,
  { action, forced, selection, state }: SelectionTarget,
  input: ParsedInput,
): Promise<readonly Item[]> {
  const { actor } = scope
  const selected = selection(input)
  const ids = new Set('all' in selected ? [selected.parent_id ?? rootOf(scope)] : selected.items.map(({ id }) => id))
  const forcedIds = new Set(
    'all' in selected
      ? selected.force_delete
        ? ids
        : []
      : selected.items.filter((item) => item.force_delete).map(({ id }) => id),
  )
  const items = await load(scope, [...ids])
  const isAllowed = (item: Item) => {
    if (!isInState(item, state)) return false
    const isDeletion = forcedIds.has(item.id) || item.trash_root_id !== null
    const needed = (isDeletion && forced) || action
    if (!('all' in selected)) return can(actor, needed, item)
    // For `can`, a child differs from its folder only in being neither a root nor the shared folder itself.
    const child: Item = { ...item, id: '', kind: 'folder', ...(item.path && { path: ['', ...item.path] }) }
    return can(actor, 'list', item) && can(actor, needed, child)
  }
  if (items.length !== ids.size || !items.every(isAllowed)) throw refuse('not-found')
  return items
}

async function authoriseShares({ db, actor }: Scope, given: readonly string[]): Promise<void> {
  const tokens = [...new Set(given)]
  const shares = await loadSharedItems(db, tokens)
  const spaces = actor.kind === 'user' ? await spacesFor(db, actor.userId, shares) : new Map<string, SpaceFor>()
  const isAllowed = shares.every((share) => {
    // The owner of a team folder may change every link of it, a member those that this one made.
    const isOwn = actor.kind === 'user' && (share.owner_id === actor.userId || share.link_creator_id === actor.userId)
    // Its owner may change a link while its entry is in the trash.
    return isOwn && can(actor, 'share', { ...inTeams([share], spaces)[0]!, trash_root_id: null })
  })
  if (!isAllowed || shares.length !== tokens.length) throw refuse('not-found')
}

async function authoriseUploadRequest({ db, actor }: Scope, token: string): Promise<void> {
  if (actor.kind !== 'user' || !(await hasUploadRequest(db, actor.userId, token))) throw refuse('not-found')
}

async function authoriseUpload({ db, actor }: Scope, uploadId: string): Promise<void> {
  const canSend =
    actor.kind === 'user' ||
    (actor.kind === 'visitor' && actor.unlocked && actor.permission === 'editor') ||
    (actor.kind === 'request-visitor' && isOpen(actor))
  if (!canSend || !(await hasUpload(db, uploaderOf(actor), uploadId))) throw refuse('not-found')
}

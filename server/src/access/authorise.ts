import type { Target } from '@holdall/api'
import { refuse } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import type { Actor } from './actor.ts'
import { can } from './can.ts'
import { homeRootId, type Item, loadItems } from './items.ts'

export interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

function at(input: Input, path: string): unknown {
  let value: unknown = input
  for (const key of path.split('.')) value = field(value, key)
  return value
}

const isAbsent = (id: unknown) => id === undefined || id === null || id === 'all' || id === '' || id === 'null'

async function rootOf({ db }: Services, actor: Actor): Promise<string> {
  if (actor.kind === 'user') return homeRootId(db, actor.userId)
  if (actor.kind === 'visitor') return actor.rootId
  throw refuse('unauthenticated')
}

interface Named {
  readonly ids: readonly string[]
  /** Which of them, or of their children, the input wants to delete for good. */
  readonly isForced: (id: string) => boolean
  /** The ids are folders whose children are meant, all of one space. */
  readonly children: boolean
}

async function named(
  services: Services,
  actor: Actor,
  target: Target & { kind: 'entry' },
  input: Input,
): Promise<Named> {
  if (target.at === 'body.items' && field(input.body, 'all') === true) {
    const parent = field(input.body, 'parent_id')
    const isForced = field(input.body, 'force_delete') === true
    const id = isAbsent(parent) ? await rootOf(services, actor) : (parent as string)
    return { ids: [id], isForced: () => isForced, children: true }
  }
  const value = at(input, target.at)
  const one = { isForced: () => false, children: false }
  if (Array.isArray(value)) {
    const forced = new Set(
      value.filter((item) => field(item, 'force_delete') === true).map((item) => field(item, 'id')),
    )
    return { ids: value.map((item) => field(item, 'id') as string), isForced: (id) => forced.has(id), children: false }
  }
  if (!isAbsent(value)) return { ids: [value as string], ...one }
  if (target.absent === 'root') return { ids: [await rootOf(services, actor)], ...one }
  if (target.absent === 'skip') return { ids: [], ...one }
  throw refuse('validation', { errors: { [target.at.split('.').at(-1)!]: ['This is needed.'] } })
}

function inState(item: Item, state: 'live' | 'trashed' | 'any' = 'live'): boolean {
  return state === 'any' || (item.trash_root_id !== null) === (state === 'trashed')
}

async function authoriseEntries(
  services: Services,
  actor: Actor,
  target: Target & { kind: 'entry' },
  input: Input,
): Promise<readonly Item[]> {
  const { ids, isForced, children } = await named(services, actor, target, input)
  const unique = [...new Set(ids)]
  const items = await loadItems(services.db, unique, actor.kind === 'visitor')
  const yes = items.every((item) => {
    if (!inState(item, target.state)) return false
    const isDeletion = isForced(item.id) || item.trash_root_id !== null
    const action = (isDeletion && target.forced) || target.action
    if (!children) return can(actor, action, item)
    // A child differs from its parent, for this question, in being neither a root nor the share's top.
    const child: Item = { ...item, id: '', kind: 'folder', ...(item.path && { path: ['', ...item.path] }) }
    return can(actor, 'list', item) && can(actor, action, child)
  })
  // What is foreign and what does not exist answer alike.
  if (!yes || items.length !== unique.length) throw refuse('not-found')
  return items
}

async function authoriseShares({ db }: Services, actor: Actor, value: unknown): Promise<void> {
  const tokens = [...new Set([value].flat() as string[])]
  const shares = await db
    .selectFrom('shares')
    .innerJoin('entries', 'entries.id', 'shares.entry_id')
    .selectAll('entries')
    .where('token', 'in', tokens)
    .execute()
  // A link stays its owner's to change while its entry lies in the trash.
  const yes = shares.every((entry) => can(actor, 'share', { ...entry, trash_root_id: null }))
  if (!yes || shares.length !== tokens.length) throw refuse('not-found')
}

async function authoriseUpload({ db }: Services, actor: Actor, uploadId: string): Promise<void> {
  const upload =
    actor.kind === 'user' &&
    (await db
      .selectFrom('uploads')
      .select('upload_id')
      .where('actor', '=', `u:${actor.userId}`)
      .where('upload_id', '=', uploadId)
      .executeTakeFirst())
  if (!upload) throw refuse('not-found')
}

/** Asks for every target of a rule, and hands over the entries it had to read for that, by the target's `at`. */
export async function authorise(
  services: Services,
  actor: Actor,
  targets: readonly Target[],
  input: Input,
): Promise<Record<string, readonly Item[]>> {
  const entries: Record<string, readonly Item[]> = {}
  for (const target of targets) {
    if (target.kind === 'entry') entries[target.at] = await authoriseEntries(services, actor, target, input)
    else if (target.kind === 'share') await authoriseShares(services, actor, at(input, target.at))
    else await authoriseUpload(services, actor, at(input, target.at) as string)
  }
  return entries
}

import type { Selectable } from 'kysely'
import type { TeamPermission } from '@holdall/api'
import { hasPermission } from '../../access/can.ts'
import type { EntriesTable } from '../../infrastructure/db/schema.ts'
import type { TeamMembersTable } from '../../infrastructure/db/team-tables.ts'
import { setAudience } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Transact, Trx } from '../../infrastructure/db/transact.ts'
import type { Space } from '../../access/target.store.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { withLock } from './keyed-lock.ts'
import { isNotBelowTrash } from './unfinished-changes.store.ts'

const RETRY_AFTER_SECONDS = 1

export type EntryRow = Selectable<EntriesTable>
export type { Space }

/** The own date of a file. Of files that earlier releases have stored it is not known: that of their upload. */
export const modifiedAtOf = ({ modified_at, created_at }: Pick<EntryRow, 'modified_at' | 'created_at'>): number =>
  modified_at ?? created_at

export function spaceOf(db: Db, id: string): Promise<Space> {
  return db.selectFrom('spaces').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** A transaction on an owner's data. Within this process they run one after the other, so that they do not conflict. */
export function forOwner<T>(transact: Transact, ownerId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return withLock(ownerId, () => transact(work))
}

/**
 * A transaction that changes the tree of a space. It locks the row of the space first, so that such changes happen one
 * after the other: a move of A into B and one of B into A see each other, and nothing is put into a folder that is being
 * trashed.
 */
export const inSpace = <T>(transact: Transact, space: Space, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inSpaces(transact, [space], work)

/**
 * The same for several spaces, in an order that two such transactions share. What is written is published to those who
 * see the first one, until `publishTo` names another one.
 */
export function inSpaces<T>(transact: Transact, spaces: readonly Space[], work: (trx: Trx) => Promise<T>): Promise<T> {
  const owners = [...new Set(spaces.map((space) => space.owner_id))].toSorted()
  const inOrder = [...new Map(spaces.map((space) => [space.id, space])).values()].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )
  const change = () =>
    transact(async (trx) => {
      for (const space of inOrder) await lockSpace(trx, space)
      const [first] = spaces
      if (inOrder.length > 1 && first) await publishTo(trx, first)
      return work(trx)
    })
  return owners.reduceRight<() => Promise<T>>((inner, ownerId) => () => withLock(ownerId, inner), change)()
}

/**
 * Other transactions on the tree of this space wait until this one has ended. What it changes is published to those who
 * see the space. Throws `not-found` where the space is gone or has another owner since it was read, whose its entries and
 * their bytes are, or where the member who acts may not edit any more, and `busy` while the space is given to another
 * account, unless the caller does that.
 */
export async function lockSpace(
  trx: Trx,
  space: Space,
  { isGiving = false }: { readonly isGiving?: boolean } = {},
): Promise<void> {
  const locked = await trx
    .updateTable('spaces')
    .set((eb) => ({ root_id: eb.ref('root_id') }))
    .where('id', '=', space.id)
    .where('owner_id', '=', space.owner_id)
    .returning('next_owner_id')
    .executeTakeFirst()
  if (!locked) throw refuse('not-found')
  if (locked.next_owner_id !== null && !isGiving) throw refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })
  const members = await publishTo(trx, space)
  if (space.memberId === undefined) return
  const acting = members.find(({ user_id: id }) => id === space.memberId)
  if (acting?.permission !== 'can_edit') throw refuse('not-found')
}

/** What the transaction writes from now on is published to those who see this space. Returns its members. */
export async function publishTo(trx: Trx, space: Space): Promise<readonly MemberRow[]> {
  const members = space.kind === 'team' ? await membersOf(trx, space.id) : []
  setAudience(trx, {
    spaceId: space.id,
    ownerId: space.owner_id,
    memberIds: members.map(({ user_id: id }) => id),
    topId: space.kind === 'home' ? space.root_id : null,
  })
  return members
}

export type MemberRow = Selectable<TeamMembersTable>

export const membersOf = (db: Db, spaceId: string): Promise<MemberRow[]> =>
  db.selectFrom('team_members').selectAll().where('space_id', '=', spaceId).orderBy('created_at').execute()

/** Whether a user may see, or change, what is in a space now. */
export async function isStillIn(db: Db, space: Space, needed: TeamPermission): Promise<boolean> {
  if (space.memberId === undefined) return true
  const member = await db
    .selectFrom('team_members')
    .select('permission')
    .where('space_id', '=', space.id)
    .where('user_id', '=', space.memberId)
    .executeTakeFirst()
  return hasPermission(member?.permission, needed)
}

/** By space, what of a selection is in it. `spaces` has those of all selected entries. */
export function bySpace<T extends { readonly space_id: string }>(
  entries: readonly T[],
  spaces: ReadonlyMap<string, Space>,
): readonly { readonly space: Space; readonly entries: readonly T[] }[] {
  const ids = [...new Set(entries.map((entry) => entry.space_id))]
  return ids.map((id) => ({ space: spaces.get(id)!, entries: entries.filter((entry) => entry.space_id === id) }))
}

/** Rows in pages: of each page the rows of one space together. */
export async function* groupsBySpace<T extends { readonly space_id: string }>(
  pages: AsyncIterable<readonly T[]>,
): AsyncGenerator<{ readonly spaceId: string; readonly rows: readonly T[] }, void> {
  for await (const page of pages) {
    for (const spaceId of new Set(page.map((row) => row.space_id))) {
      yield { spaceId, rows: page.filter((row) => row.space_id === spaceId) }
    }
  }
}

/**
 * An entry of this space, by default a live one, which is not below a trashed folder either: each change that puts
 * something into a folder, or into a file, reads its target here in its transaction.
 */
export function entryOf(
  db: Db,
  spaceId: string,
  id: string,
  state: 'live' | 'trashed' | 'any' = 'live',
): Promise<EntryRow | undefined> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('id', '=', id)
    .where('space_id', '=', spaceId)
    .$if(state === 'live', (q) => q.where('trash_root_id', 'is', null).where(isNotBelowTrash([id])))
    .$if(state === 'trashed', (q) => q.where('trash_root_id', 'is not', null))
    .executeTakeFirst()
}

import type { Activity, Actor } from '@holdall/api'
import type { ActivityDetails } from '../../infrastructure/db/recorded-activity.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { readAvatars } from '../avatars/read-avatars.ts'
import { type ActivityRow, shownEntries, shownUsers, topsAmong } from './activity.store.ts'

type Attributes = Activity['attributes']
type ActivityUser = NonNullable<Actor['user']>

/** Users as activities show them, by id. */
export async function peopleOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ActivityUser>> {
  const [users, avatars] = await Promise.all([shownUsers(db, ids), readAvatars(db, ids)])
  return new Map(users.map((user) => [user.id, { ...user, avatar: avatars.get(user.id) ?? null }]))
}

/**
 * Activities as one user may see them. In the list of an entry (`spaceId`) a member of its team folder is shown no folder
 * of another space.
 */
export async function presentActivities(
  db: Db,
  readerId: string,
  rows: readonly ActivityRow[],
  spaceId?: string,
): Promise<Activity[]> {
  const parsed = rows.map((row) => ({ row, details: JSON.parse(row.details) as ActivityDetails }))
  const ids = (of: (one: (typeof parsed)[number]) => readonly (string | null | undefined)[]) => [
    ...new Set(parsed.flatMap((one) => of(one).flatMap((id) => id ?? []))),
  ]
  const userIds = ids(({ row, details }) => [row.actor_kind === 'user' ? row.actor_id : null, details.memberId])
  const [entries, people, tops] = await Promise.all([
    shownEntries(
      db,
      readerId,
      ids(({ row }) => [row.entry_id]),
    ),
    peopleOf(db, userIds),
    topsAmong(
      db,
      ids(({ row }) => [row.folder_id, row.from_folder_id]),
    ),
  ])
  const opens = new Map(
    entries.map(({ id, kind, parent_id: parentId, root_id: rootId, space_kind: spaceKind }) => {
      const shownIn = kind === 'file' ? parentId : id
      return [id, shownIn === rootId && spaceKind === 'home' ? 'all' : shownIn] as const
    }),
  )
  const folder = (id: string | null, name: string | undefined): Attributes['folder'] => {
    if (id !== null && tops.has(id)) return { id: 'all', name: null }
    return id === null || name === undefined ? null : { id, name }
  }
  return parsed.map(({ row, details }): Activity => {
    const { name, isFolder = false, previousName = null, email = null, permission = null, memberId } = details
    // The owner sees all of its own.
    const isShown = (id: string | null) => row.owner_id === readerId || spaceId === undefined || id === spaceId
    const member = memberId === undefined ? undefined : people.get(memberId)
    const user = row.actor_kind === 'user' ? people.get(row.actor_id ?? '') : undefined
    return {
      id: row.id,
      type: 'activity',
      attributes: {
        kind: row.kind,
        created_at: new Date(row.created_at).toISOString(),
        count: row.count,
        item:
          row.entry_id === null || name === undefined
            ? null
            : {
                id: row.entry_id,
                name,
                type: isFolder ? 'folder' : 'file',
                opens: opens.get(row.entry_id) ?? null,
              },
        folder: isShown(row.space_id) ? folder(row.folder_id, details.folder) : null,
        from_folder: isShown(row.from_space_id) ? folder(row.from_folder_id, details.fromFolder) : null,
        previous_name: previousName,
        email,
        permission,
      },
      relationships: {
        actor: { data: { type: row.actor_kind, user: user ?? null } },
        member: member ? { data: member } : null,
      },
    }
  })
}

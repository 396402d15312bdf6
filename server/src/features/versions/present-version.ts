import type { FileVersion } from '@holdall/api'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import type { Item } from '../../access/target.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { peopleOf } from '../activity/present-activity.ts'
import { versionAddressOf } from '../entries/content-urls.ts'
import { matchReplacements, replacementsOf } from './version-list.store.ts'
import type { VersionRow } from './version.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret'>

/** Versions of one file. A member of its team folder is not shown who replaced a content before it was there. */
export async function presentVersions(
  deps: Deps,
  reader: UserActor,
  file: Item,
  rows: readonly VersionRow[],
): Promise<FileVersion[]> {
  const within = file.owner_id === reader.userId ? {} : { spaceId: file.space_id }
  const replacements = matchReplacements(rows, await replacementsOf(deps.db, rows, within))
  const actors = [...replacements.values()].flatMap((by) =>
    by.actor_kind === 'user' && by.actor_id !== null ? [by.actor_id] : [],
  )
  const people = await peopleOf(deps.db, [...new Set(actors)])
  const holder = { kind: 'user', id: reader.userId, sessionId: reader.sessionId } as const
  return rows.map(({ entry_id: id, version, size, mime, replaced_at }) => {
    const by = replacements.get(version)
    const user = by?.actor_kind === 'user' ? (people.get(by.actor_id ?? '') ?? null) : null
    return {
      id: `${id}.${version}`,
      type: 'file-version',
      attributes: {
        version,
        filesize: size,
        mimetype: mime,
        file_url: versionAddressOf(deps, holder, { id, version }),
        replaced_at: new Date(replaced_at).toISOString(),
      },
      relationships: { replaced_by: by ? { data: { type: by.actor_kind, user } } : null },
    }
  })
}

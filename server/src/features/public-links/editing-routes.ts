import { publicCreateFolder, publicMove, publicRemove, publicRename, publicTakenNames } from '@holdall/api'
import type { VisitorActor, VisitorOf } from '../../access/actor.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { VisitorSlots } from '../../infrastructure/owner-slots.ts'
import { presentEntry, presentTaken } from '../entries/present-entry.ts'
import { presentUndo } from '../entries/present-undo.ts'
import { picked } from '../entries/selection.store.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'
import * as service from '../files/file-service.ts'
import { changeByLink } from './link-changes.ts'
import { readmit, type Visit } from './readmit-visitor.ts'
import { visitorView } from '../entries/present-shared-entries.ts'

type Deps = service.BulkDeps &
  Pick<Infrastructure, 'config' | 'limits' | 'secret'> & {
    readonly visitorChanges: VisitorSlots
    readonly visitorOf: VisitorOf
  }

/** Changes of a shared folder by a link that allows them. They are of the owner's space; nobody is their creator. */
export function publicEditingRoutes(services: Deps): Route[] {
  const { db, visitorOf } = services

  function change<T>(
    visit: Visit,
    entry: EntryRow,
    work: (deps: service.BulkDeps, space: Space) => Promise<T>,
  ): Promise<T> {
    const admit = (trx: Trx) => readmit(visitorOf, visit, trx)
    return changeByLink(services, { actor: visit.visitor, spaceId: entry.space_id, admit }, work)
  }

  const one = async (visitor: VisitorActor, row: EntryRow) => ({
    data: presentEntry(row, await visitorView(services, visitor, [row])),
  })

  return [
    handle(publicTakenNames, async ({ body }, { actor: visitor, entry: folder }) => {
      const rows = await service.takenBy(db, folder.id, body.names)
      return presentTaken(rows, visitor.rootId, () => visitorView(services, visitor, rows))
    }),

    handle(publicCreateFolder, (input, { actor: visitor, entry: parent, request }) =>
      change({ endpoint: publicCreateFolder, input, visitor, request }, parent, async (deps, space) => {
        const { body } = input
        return one(visitor, await service.createFolder(deps, space, null, parent.id, body.name, body))
      }),
    ),

    handle(publicRename, (input, { actor: visitor, entry, request }) =>
      change({ endpoint: publicRename, input, visitor, request }, entry, async (deps, space) => {
        const { body } = input
        return one(visitor, await service.renameEntry(deps, space, entry.id, body.name, body))
      }),
    ),

    handle(publicMove, (input, { actor: visitor, entry: to, selected, request }) =>
      change({ endpoint: publicMove, input, visitor, request }, to, async (deps, space) => {
        const { body } = input
        const moved = await service.moveEntries(
          deps,
          [{ space, which: picked(body, selected) }],
          { space, toId: to.id, userId: null },
          body,
        )
        const { ids, folders, renamed, skipped } = moved
        return {
          message: ids.length === 1 ? 'The item was moved.' : 'The items were moved.',
          count: ids.length,
          ...presentUndo({ renamed, ...(('all' in body || skipped > 0) && { ids, folders }) }, services),
          ...(skipped > 0 && { skipped }),
        }
      }),
    ),

    handle(publicRemove, (input, { actor: visitor, selected, request }) =>
      change({ endpoint: publicRemove, input, visitor, request }, selected[0]!, async (deps, space) => {
        const { body } = input
        const ids = await service.removeEntries(deps, [{ space, which: picked(body, selected) }], {
          forced: () => false,
          state: 'live',
          userId: null,
        })
        const count = ids.length
        const message = count === 1 ? 'The item was deleted.' : 'The items were deleted.'
        return { message, count, ...('all' in body && presentUndo({ ids }, services)) }
      }),
    ),
  ]
}

import {
  finishUploadRequest,
  requestedCreateFolder,
  requestedFindByPrefix,
  requestedFolder,
  requestedMove,
  requestedRemove,
  requestedRename,
  requestedTree,
  showUploadRequest,
} from '@holdall/api'
import { isOpen, type RequestVisitorActor, type RequestVisitorOf } from '../../access/actor.ts'
import { loadItems } from '../../access/target.store.ts'
import { handle, type Route } from '../../http/route.ts'
import { readInBackground, type Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { VisitorSlots } from '../../infrastructure/owner-slots.ts'
import { readAvatars } from '../avatars/read-avatars.ts'
import { browse, findByPrefix, pageBounds } from '../entries/browse-folder.ts'
import { folderTree } from '../entries/folder-tree.ts'
import { countedFor } from '../entries/listing.store.ts'
import { presentEntry, presentListing } from '../entries/present-entry.ts'
import { presentUndo } from '../entries/present-undo.ts'
import { type Picked, picked } from '../entries/selection.store.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'
import * as files from '../files/file-service.ts'
import { changeByLink } from '../public-links/link-changes.ts'
import { markVisitor } from '../public-links/visitor-cookie.ts'
import { presentPublicUploadRequest } from './present-upload-request.ts'
import { requestView, spaceIdOf } from './request-view.ts'
import { readmit, type RequestVisit } from './request-visitor.ts'
import * as service from './upload-request-service.ts'
import { findRequest, type FoundRequest, hasOthersBelow, ownerOfRequest } from './upload-request.store.ts'
import { stateOf } from './upload-request-state.ts'

type Deps = service.RequestDeps &
  files.BulkDeps &
  Pick<Infrastructure, 'config' | 'limits' | 'secret'> & {
    readonly requestVisitorOf: RequestVisitorOf
    readonly visitorChanges: VisitorSlots
  }

/** What people without an account do in the folder of an upload request. */
export function requestVisitorRoutes(services: Deps): Route[] {
  const { clock, db, requestVisitorOf } = services

  /** Runs a change in a slot of the request. Each transaction authorises the visitor again before it changes anything. */
  function change<T>(
    visit: RequestVisit,
    work: (deps: files.BulkDeps, space: Space) => Promise<T>,
    prepare?: (trx: Trx, space: Space) => Promise<void>,
  ): Promise<T> {
    const admit = async (trx: Trx, space: Space) => {
      await readmit(requestVisitorOf, visit, trx)
      await prepare?.(trx, space)
    }
    return changeByLink(services, { actor: visit.visitor, spaceId: spaceIdOf(visit.visitor), admit }, work)
  }

  const one = async (visitor: RequestVisitorActor, row: EntryRow) => {
    const rows = await countedFor(db, [row], visitor.requestId)
    return { data: presentEntry(rows[0] ?? row, await requestView(services, visitor, rows)) }
  }

  async function present(visitor: RequestVisitorActor, request: FoundRequest) {
    const owner = await ownerOfRequest(db, visitor.ownerId)
    if (!owner) throw refuse('not-found')
    const avatars = await readAvatars(db, [owner.id])
    const now = clock.now()
    const hasFolder = 'closesAt' in stateOf(request, now) && visitor.status !== 'filled'
    const [root] = hasFolder ? await loadItems(db, [visitor.rootId]) : []
    return {
      data: presentPublicUploadRequest(request, {
        // The name of the folder has a number where the owner had one of this name.
        folder: root ? (await one(visitor, { ...root, name: request.name })).data : null,
        owner: { name: owner.name, color: owner.color, avatar: avatars.get(owner.id) ?? null },
        now,
      }),
    }
  }

  /** Of a selection of all: only what came through the request. */
  const pickedBy = (visitor: RequestVisitorActor, ...selection: Parameters<typeof picked>): Picked => {
    const which = picked(...selection)
    return 'ids' in which ? which : { ...which, uploadRequestId: visitor.requestId }
  }

  return [
    handle(showUploadRequest, async (_input, { actor: visitor, ...exchange }) => {
      const request = await findRequest(db, visitor.requestId)
      if (!request) throw refuse('not-found')
      if (isOpen(visitor)) markVisitor(services, exchange.request, exchange.reply)
      return present(visitor, request)
    }),

    handle(finishUploadRequest, async (_input, { actor: visitor }) => {
      const ended = await service.finishRequest(services, visitor.ownerId, visitor.requestId)
      return present({ ...visitor, status: 'filled' }, ended)
    }),

    handle(requestedFolder, ({ query }, { actor: visitor, entry: folder }) =>
      readInBackground(async () => {
        const shown = { uploadRequestId: visitor.requestId }
        if (!folder) {
          const { page, perPage } = pageBounds(query)
          const totals = { folders: 0, files: 0, filesize: 0 }
          const view = await requestView(services, visitor, [])
          return presentListing({ rows: [], totals, page, perPage }, null, [], view)
        }
        const { found, ancestors } = await browse(db, folder, { root_id: visitor.rootId, kind: 'link' }, query, shown)
        const [root = folder] = await countedFor(db, [folder], visitor.requestId)
        return presentListing(found, root, ancestors, await requestView(services, visitor, found.rows))
      }),
    ),

    handle(requestedFindByPrefix, async ({ query }, { actor: visitor, entry: folder }) => ({
      data:
        folder &&
        (await readInBackground(() => findByPrefix(db, folder, query, { uploadRequestId: visitor.requestId }))),
    })),

    handle(requestedTree, async ({ query }, { actor: visitor, entry: folder }) =>
      folder
        ? readInBackground(() =>
            folderTree(db, folder.id, visitor.rootId, query, { uploadRequestId: visitor.requestId }),
          )
        : { data: [] },
    ),

    handle(requestedCreateFolder, async (input, { actor: visitor, entry: parent }) => {
      const receiveInto = await service.receiver(services)
      return change(
        { endpoint: requestedCreateFolder, input, visitor },
        async (deps, space) => {
          const { body } = input
          const parentId = parent?.id ?? visitor.rootId
          return one(visitor, await files.createFolder(deps, space, null, parentId, body.name, body, visitor.requestId))
        },
        (trx, space) => receiveInto(trx, space, visitor.requestId, 0),
      )
    }),

    handle(requestedRename, (input, { actor: visitor, entry }) =>
      change({ endpoint: requestedRename, input, visitor }, async (deps, space) =>
        one(visitor, await files.renameEntry(deps, space, entry.id, input.body.name, input.body)),
      ),
    ),

    handle(requestedMove, (input, { actor: visitor, entry: to, selected }) =>
      change({ endpoint: requestedMove, input, visitor }, async (deps, space) => {
        if (!to) throw refuse('not-found')
        const which = pickedBy(visitor, input.body, selected)
        const { ids, folders, renamed } = await files.moveEntries(
          deps,
          [{ space, which }],
          { space, toId: to.id, userId: null },
          {},
        )
        return {
          message: ids.length === 1 ? 'The item was moved.' : 'The items were moved.',
          count: ids.length,
          ...presentUndo({ renamed, ...('all' in input.body && { ids, folders }) }, services),
        }
      }),
    ),

    handle(requestedRemove, (input, { actor: visitor, selected }) => {
      const which = pickedBy(visitor, input.body, selected)
      return change(
        { endpoint: requestedRemove, input, visitor },
        async (deps, space) => {
          const ids = await files.removeEntries(deps, [{ space, which }], {
            forced: () => false,
            state: 'live',
            userId: null,
          })
          const count = ids.length
          const message = count === 1 ? 'The item was deleted.' : 'The items were deleted.'
          return { message, count, ...('all' in input.body && presentUndo({ ids }, services)) }
        },
        async (trx) => {
          // What the owner has put into a folder goes to the trash with nobody but the owner.
          if (await hasOthersBelow(trx, which, visitor.requestId)) throw refuse('forbidden')
        },
      )
    }),
  ]
}

import { createDataExport, dataExport, dataExportContent, removeDataExport as removeExport } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Traffic } from '../content/count-traffic.ts'
import { sendFile } from '../content/send-file.ts'
import { sendFromStore } from '../content/send-from-store.ts'
import { findExportOf, findReadyBlob } from './data-export.store.ts'
import { type DataExportDeps, removeDataExport, startDataExport } from './data-export-service.ts'
import { presentDataExport } from './present-data-export.ts'

type Deps = DataExportDeps & Pick<Infrastructure, 'limits'> & { readonly traffic: Traffic }

/** The copy of all data of the caller. */
export function dataExportRoutes(services: Deps): Route[] {
  const { blobs, clock, db, traffic } = services
  return [
    handle(dataExport, async (_input, { actor: { userId } }) => ({
      data: presentDataExport(userId, await findExportOf(db, userId), clock.now()),
    })),

    handle(createDataExport, async (_input, { actor: { userId } }) => ({
      data: presentDataExport(userId, await startDataExport(services, userId), clock.now()),
    })),

    handle(removeExport, async (_input, { actor: { userId } }) => {
      await removeDataExport(services, userId)
      return {}
    }),

    handle(dataExportContent, async (_input, { actor, request, reply }) => {
      const blob = await findReadyBlob(db, actor.userId, clock.now())
      // Backups do not contain it.
      if (!blob || !(await blobs.stat(blob.id))) throw refuse('not-found')
      const made = new Date(blob.created_at).toISOString().slice(0, 10)
      const file = {
        blobId: blob.id,
        size: blob.size,
        name: `holdall-${made}.zip`,
        mime: 'application/zip',
        sha256: blob.sha256,
        version: 1,
        modified: blob.created_at,
      }
      const direct = { reader: actor, request, reply, begin: () => Promise.resolve() }
      const redirected = await sendFromStore(blobs, file, direct)
      const sent =
        redirected ??
        (await sendFile(services, blobs, file, request, reply, { download: true, crossOrigin: false, cacheSeconds: 0 }))
      traffic.downloaded(actor.userId, sent)
      return reply
    }),
  ]
}

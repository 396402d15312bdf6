import { createHash } from 'node:crypto'
import { canHaveThumbnail } from '@holdall/api'
import * as z from 'zod/mini'
import { DEMO_USER_ID } from '../../access/demo.ts'
import { homeOf } from '../../access/target.store.ts'
import { storeBytes } from '../../infrastructure/blobs/store-bytes.ts'
import { hour } from '../../infrastructure/clock.ts'
import { isDbError } from '../../infrastructure/db/errors.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { NO_PASSWORD } from '../../infrastructure/passwords/passwords.ts'
import { deleteSessionsOf } from '../../infrastructure/sessions/session.store.ts'
import { insertEntry } from '../entries/entry.store.ts'
import { withLock } from '../entries/keyed-lock.ts'
import { inSpace } from '../entries/space.store.ts'
import { insertBlob } from '../storage/garbage.store.ts'
import { shift } from '../storage/quota.store.ts'
import { enqueueThumbnails } from '../thumbnails/thumbnail-jobs.ts'
import { deleteBatch, destroyTrash, markForDeletion } from '../trash/trash.store.ts'
import { createUser } from '../users/create-user.store.ts'
import { findUserById } from '../users/user.store.ts'
import { type DemoFile, demoFiles, demoFolders } from './demo-files.ts'
import { contentOf, lineOf, quietenDemo, topOfDemo } from './demo.store.ts'

export type DemoDeps = Pick<
  Infrastructure,
  'blobs' | 'clock' | 'config' | 'db' | 'ids' | 'installation' | 'jobs' | 'transact'
>

const resetJob = defineJob('reset-demo', z.object({}))

export const demoJobs = (deps: DemoDeps): readonly JobHandler[] => [
  handleJob(resetJob, () => resetDemo(deps), { everyMs: hour }),
]

/** The demo account, where the operator offers it; it is made where it is missing. */
export async function findDemo(deps: DemoDeps) {
  if (!deps.config.demo || !(await deps.installation.isDone())) return undefined
  const found = await findUserById(deps.db, DEMO_USER_ID)
  if (found) return found
  await resetDemo(deps)
  return findUserById(deps.db, DEMO_USER_ID)
}

/** Ends all sessions of the demo, and restores what the account holds. Where it is not offered, only the former. */
export const resetDemo = (deps: DemoDeps): Promise<void> =>
  withLock('demo', async () => {
    const { clock, config, db, ids, installation, transact } = deps
    await transact((trx) => deleteSessionsOf(trx, DEMO_USER_ID, null))
    if (!config.demo || !(await installation.isDone())) return
    if (!(await findUserById(db, DEMO_USER_ID))) await createDemo(deps)
    await transact(quietenDemo)
    const files = demoFiles()
    if (isAsMade(await contentOf(db), files)) return
    const stored: { readonly file: DemoFile; readonly blob: Awaited<ReturnType<typeof storeBytes>> }[] = []
    for (const file of files) stored.push({ file, blob: await storeBytes(deps.blobs, file.bytes, clock.now()) })
    const home = await homeOf(db, DEMO_USER_ID)
    await inSpace(transact, home, async (trx) => {
      const now = clock.now()
      await destroyTrash(trx, home, ids.next(), now)
      const batchId = ids.next()
      await markForDeletion(trx, await topOfDemo(trx, home.root_id), batchId)
      await deleteBatch(trx, batchId, now)
      const common = { space: home, creatorId: DEMO_USER_ID, now }
      const folders = new Map<string | null, string>([[null, home.root_id]])
      for (const { name, color, emoji } of demoFolders) {
        const folder = { id: ids.next(), parentId: home.root_id, kind: 'folder' as const, name }
        const { id } = await insertEntry(trx, { ...common, ...folder, appearance: { color, emoji } })
        folders.set(name, id)
        await shift(trx, DEMO_USER_ID, { bytes: 0, items: 1 })
      }
      for (const { file, blob } of stored) {
        const thumbnailState = canHaveThumbnail(file.mime) ? null : ('none' as const)
        await insertBlob(trx, { ...blob, thumbnail_state: thumbnailState })
        if (thumbnailState === null) {
          await enqueueThumbnails(deps, trx, { blobId: blob.id, ownerId: DEMO_USER_ID, isByVisitor: false })
        }
        const content = { size: blob.size, mime: file.mime, blob_id: blob.id, sha256: blob.sha256, modified_at: now }
        const parentId = folders.get(file.folder) ?? home.root_id
        await insertEntry(trx, { ...common, id: ids.next(), parentId, kind: 'file', name: file.name, content })
        await shift(trx, DEMO_USER_ID, { bytes: blob.size, items: 1 })
      }
    })
  })

/** The domain is reserved, so that nobody has the address; somebody may have signed up with it without a mail server. */
async function createDemo({ clock, ids, transact }: DemoDeps): Promise<void> {
  const create = (email: string) =>
    transact((trx) => {
      // The first id is that of the user.
      const given = [DEMO_USER_ID]
      const next = () => given.pop() ?? ids.next()
      const account = { name: 'Demo', email, passwordHash: NO_PASSWORD, role: 'user', verified: true } as const
      return createUser({ clock, ids: { ...ids, next } }, trx, account)
    })
  try {
    await create('demo@holdall.invalid')
  } catch (error) {
    if (!isDbError(error, 'unique')) throw error
    await create(`demo-${ids.next()}@holdall.invalid`)
  }
}

function isAsMade(content: readonly string[], files: readonly DemoFile[]): boolean {
  const made = [
    ...demoFolders.map(({ name }) => lineOf(null, name, null)),
    ...files.map(({ folder, name, bytes }) => lineOf(folder, name, createHash('sha256').update(bytes).digest('hex'))),
  ]
  return made.sort().join() === content.join()
}

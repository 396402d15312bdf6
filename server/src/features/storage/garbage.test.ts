import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { day } from '../../infrastructure/clock.ts'
import { file } from '../../testing/file-requests.ts'
import { png } from '../../testing/pictures.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { testOnDisk } from '../../testing/test-on-disk.ts'
import { collectGarbage, removeOrphans } from './garbage.ts'
import { newBlobId } from '../../infrastructure/blobs/local-blob-store.ts'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

test('defect 21: the contents of the files, earlier versions and picture of a deleted account are deleted', async () => {
  const { blobs, db, jobs, settings } = holdall.services
  const blobIds = async () => (await db.selectFrom('blobs').select('id').execute()).map(({ id }) => id)
  const user = await holdall.signUp()
  const others = new Set(await blobIds())
  await file(user, 'a.txt', 'first')
  await file(user, 'a.txt', 'second', { replace: 1 })
  await user.form('/api/user/avatar', [['avatar', await png()]])
  const own = (await blobIds()).filter((id) => !others.has(id))
  // Two contents, and the picture in three sizes.
  expect(own).toHaveLength(5)
  await settings.set('accounts.deletion_days', 0)
  expect((await user.post('/api/user/deletion', { email: user.email, team_folders: [] })).status).toBe(204)
  await jobs.runDue()
  holdall.clock.advance(2 * day)
  await jobs.runDue()
  expect(await Promise.all(own.map((id) => blobs.stat(id)))).toEqual(own.map(() => null))
  expect((await blobIds()).filter((id) => own.includes(id))).toEqual([])
})

test('blobs that cannot be removed do not stop the others, even if they fill the first page', async () => {
  const { services } = holdall
  const { db } = services
  const stuck = Array.from({ length: 501 }, newBlobId)
  const good = newBlobId()
  const rows = stuck.map((blob_id) => ({ blob_id, collect_at: 1 }))
  await db.insertInto('garbage').values(rows).execute()
  await db.insertInto('garbage').values({ blob_id: good, collect_at: 2 }).execute()
  const unwritable = new Set(stuck)
  const blobs = openBlobs(services.config)
  const partly = {
    ...blobs,
    delete: (id: string) => (unwritable.has(id) ? Promise.reject(new Error('not permitted')) : blobs.delete(id)),
  }
  await expect(collectGarbage(services, partly)).rejects.toThrow(
    '501 deleted contents could not be removed: Error: not permitted',
  )
  expect(await db.selectFrom('garbage').select('blob_id').where('blob_id', '=', good).execute()).toEqual([])
})

testOnDisk('files that are not blobs are kept and stop nothing', async () => {
  const { services } = holdall
  const strange = ['.DS_Store', '.check-6b2f9b0e-1d5c-4c58-8d0e-3c1f0f6f0a11', '.nfs000000000123']
  const orphan = newBlobId()
  const longAgo = new Date(services.clock.now() - 2 * day)
  for (const folder of ['blobs', 'partial'].map((name) => join(services.config.dataDir, name))) {
    mkdirSync(folder, { recursive: true })
    for (const name of [...strange, ...(folder.endsWith('partial') ? [orphan] : [])]) {
      writeFileSync(join(folder, name), '')
      utimesSync(join(folder, name), longAgo, longAgo)
    }
  }
  expect(await removeOrphans(services, openBlobs(services.config))).toBe(1)
  expect(readdirSync(join(services.config.dataDir, 'partial')).toSorted()).toEqual(strange)
})

testOnDisk('an orphan that cannot be removed does not stop the others, and is counted', async () => {
  const { services } = holdall
  const [stuck, ...others] = Array.from({ length: 3 }, newBlobId).toSorted()
  const partial = join(services.config.dataDir, 'partial')
  mkdirSync(partial, { recursive: true })
  const longAgo = new Date(services.clock.now() - 2 * day)
  for (const id of [stuck!, ...others]) {
    writeFileSync(join(partial, id), '')
    utimesSync(join(partial, id), longAgo, longAgo)
  }
  const blobs = openBlobs(services.config)
  const partly = {
    ...blobs,
    delete: (id: string) => (id === stuck ? Promise.reject(new Error('not permitted')) : blobs.delete(id)),
    async *list() {
      for (const id of [stuck!, ...others]) yield { id, touchedAt: longAgo.getTime(), isUnfinished: true }
    },
  }
  await expect(removeOrphans(services, partly)).rejects.toThrow(
    '1 contents without an entry could not be removed: Error: not permitted',
  )
  expect(readdirSync(partial)).toContain(stuck)
  for (const id of others) expect(readdirSync(partial)).not.toContain(id)
})

import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openFiles, row } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'
import { startHoldall } from '../src/server.ts'
import { isSubscribed } from '../src/subscription.ts'

test('two servers with one database: what is changed through one is shown in a page of the other', async ({
  page,
  holdall,
  databaseUrl,
}) => {
  // A node has a data folder of its own, with the key and the contents of the installation.
  const dataDir = await mkdtemp(path.join(tmpdir(), 'holdall-node-'))
  await copyFile(path.join(holdall.dataDir, 'secret.key'), path.join(dataDir, 'secret.key'))
  for (const name of ['blobs', 'partial']) {
    const shared = path.join(holdall.dataDir, name)
    await mkdir(shared, { recursive: true })
    await symlink(shared, path.join(dataDir, name))
  }
  const other = await startHoldall({
    env: { HOLDALL_DATABASE_URL: databaseUrl ?? '', HOLDALL_DATA_DIR: dataDir },
  })
  await signUp(page, holdall.url)
  await Promise.all([isSubscribed(page), openFiles(page, holdall.url)])
  // Cookies are those of the host, whatever the port.
  expect((await page.request.post(`${other.url}/api/create-folder`, { data: { name: 'Elsewhere' } })).status()).toBe(
    201,
  )
  await expect(row(page, 'Elsewhere')).toBeVisible()
  await Promise.all([isSubscribed(page), openFiles(page, other.url)])
  expect((await page.request.post(`${holdall.url}/api/create-folder`, { data: { name: 'Back' } })).status()).toBe(201)
  await expect(row(page, 'Back')).toBeVisible()
  await other.stop()
  await rm(dataDir, { recursive: true, force: true })
})

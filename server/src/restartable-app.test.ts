import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from './app.ts'
import { readConfig } from './infrastructure/config/config.ts'
import { configPath } from './infrastructure/config/config-file.ts'
import { createLog } from './infrastructure/log.ts'
import { createOwner } from './features/setup/create-first-admin.ts'
import { restartableServer, type TestServer } from './testing/restartable.ts'

let server: TestServer
afterEach(() => server.close())

const config = async () => (await (await fetch(`${server.origin}/api/config`)).json()) as Record<string, unknown>
const restart = (changes: Record<string, string>) => server.running.current.services.restart(changes)

describe('another configuration', () => {
  test('is used without a new process, on the same port and with the same setup key', async () => {
    server = await restartableServer()
    const { key } = server.running.current.services.installation
    const before = server.running.current
    await restart({ 'app.name': 'Vault' })
    expect(await config()).toMatchObject({ name: 'Vault' })
    expect(server.running.current).not.toBe(before)
    expect(server.running.current.services.installation.key).toBe(key)
    await restart({ 'app.name': 'Attic' })
    expect(await config()).toMatchObject({ name: 'Attic' })
  })

  test('answers every request meanwhile, by the app before or the next one, or asks to come back', async () => {
    server = await restartableServer()
    let isDone = false
    const restarted = restart({ 'app.name': 'Vault' }).finally(() => (isDone = true))
    const answers: (number | string)[] = []
    while (!isDone) {
      const answer = await fetch(`${server.origin}/api/config`).catch((error: Error) => error)
      if (answer instanceof Error) {
        // The moment between the two.
        answers.push('refused')
      } else {
        answers.push(answer.status)
        const body = (await answer.json()) as { code?: string; retry_after?: number }
        if (answer.status === 503) expect(body).toMatchObject({ code: 'busy', retry_after: 1 })
      }
    }
    await restarted
    expect(answers).toContain(200)
    expect(answers.filter((answer) => answer !== 200 && answer !== 503 && answer !== 'refused')).toEqual([])
    expect(await config()).toMatchObject({ name: 'Vault' })
  })

  test('with which the app does not start is undone, and the app before continues', async () => {
    server = await restartableServer()
    const before = server.running.current
    await expect(restart({ broadcast_url: 'nonsense' })).rejects.toThrow('HOLDALL_BROADCAST_URL must be none')
    const nowhere = { storage_driver: 's3', s3_endpoint: 'http://127.0.0.1:1', s3_bucket: 'abc' }
    await expect(restart({ ...nowhere, s3_region: 'a', s3_key: 'k', s3_secret: 's' })).rejects.toThrow('not public')
    expect(existsSync(configPath(server.place.dataDir))).toBe(false)
    expect(server.running.current).toBe(before)
    expect((await config())['name']).toBe('Holdall')
  })
})

describe('the setup that is finished', () => {
  const owner = { name: 'Owner', email: 'owner@example.com', password: 'correct horse' }

  test('is marked in the data folder, and an empty database ends the start', async () => {
    server = await restartableServer()
    const { services } = server.running.current
    await createOwner(services, owner)
    expect(await config()).toMatchObject({ installation: 'installation-done' })
    expect(readFileSync(join(server.place.dataDir, 'installed'), 'utf8')).toContain('finished')
    await services.db.deleteFrom('settings').execute()
    await expect(restart({ 'app.name': 'Vault' })).rejects.toThrow('belongs to an installation, but the database')
    rmSync(join(server.place.dataDir, 'installed'))
    await restart({ 'app.name': 'Vault' })
    expect(await config()).toMatchObject({ installation: 'installation-needed' })
  })

  test('keeps the wizard closed where the database does not answer', async () => {
    server = await restartableServer()
    const { services } = server.running.current
    await createOwner(services, owner)
    expect(await services.installation.isDone()).toBe(true)
    const { dataDir, databaseUrl } = server.place
    const other = await createApp(
      readConfig({ HOLDALL_DATA_DIR: dataDir, ...(databaseUrl && { HOLDALL_DATABASE_URL: databaseUrl }) }),
      { log: createLog('silent') },
    )
    await other.services.db.destroy()
    const answer = await other.app.inject({
      url: '/api/setup/status',
      headers: { 'x-holdall-setup-key': other.services.installation.key },
    })
    expect(answer.statusCode).toBe(404)
    await other.close().catch(() => undefined)
  })
})

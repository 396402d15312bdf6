import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastify, type FastifyInstance } from 'fastify'
import { day, hour } from '../../infrastructure/clock.ts'
import { assetRoutes } from './asset-routes.ts'
import { createFixture, platformSection, type Fixture } from '../../testing/section-builds.ts'
import { createUi, type Ui } from './frontend.ts'

let fixture: Fixture
let now: number
const apps: FastifyInstance[] = []
const uis: Ui[] = []
beforeEach(() => {
  fixture = createFixture()
  now = Date.UTC(2026, 0, 1)
})
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
  await Promise.all(uis.splice(0).map((ui) => ui.settled()))
  fixture.remove()
})

/** A server that is started on this data folder with the builds as they are now. */
async function start() {
  const ui = createUi({ ...fixture, version: '0.1.0', now: () => now })
  await ui.keepBuilds()
  const app = fastify()
  apps.push(app)
  uis.push(ui)
  await assetRoutes(app, ui, {})
  return {
    ui,
    get: async (url: string) => (await app.inject({ url, headers: { 'accept-encoding': 'br' } })).statusCode,
  }
}
const baseOf = (ui: Ui, id: string) => {
  const composed = ui.sections().sections.find((section) => section.id === id)
  return composed?.state === 'ok' ? composed.section.base : ''
}
/** A new checkout: other files under the same versions. */
function upgrade(build = 'b2') {
  fixture.buildShell(build, { 'main.4567cdef.js': `next(${build})` })
  fixture.builtIn(platformSection, { 'page.js': `next page of ${build}` })
}

test('what an open tab was loaded with is still served after an upgrade, beside the new build', async () => {
  const before = await start()
  const old = baseOf(before.ui, 'platform')
  upgrade()
  const after = await start()
  const next = baseOf(after.ui, 'platform')
  expect(next).not.toBe(old)
  for (const url of ['/ui/shell/b1/plain.js', `${old}page.js`, '/ui/shell/b2/main.4567cdef.js', `${next}page.js`]) {
    expect([url, await after.get(url)]).toEqual([url, 200])
  }
  expect(after.ui.sections().shell.build).toBe('b2')
})

test('after a build replaces another under a running server, the files of both are served', async () => {
  const { ui, get } = await start()
  const old = baseOf(ui, 'platform')
  upgrade()
  expect(baseOf(ui, 'platform')).not.toBe(old)
  expect(await get('/ui/shell/b1/plain.js')).toBe(200)
  expect(await get(`${old}page.js`)).toBe(200)
})

test('while the next build is being written, the previous one is served', async () => {
  const { ui, get } = await start()
  upgrade()
  writeFileSync(join(fixture.builds, 'shell/dist/main.4567cdef.js'), 'half')
  expect(ui.shell().manifest.build).toBe('b1')
  expect(await get('/ui/shell/b1/plain.js')).toBe(200)
})

test('a build is removed two weeks after it was in use last, and not before', async () => {
  await start()
  now += 30 * day
  // The server ran all the time, and somebody opened a page.
  const before = await start()
  const old = baseOf(before.ui, 'platform')
  upgrade()
  now += 14 * day
  expect(await (await start()).get('/ui/shell/b1/plain.js')).toBe(200)
  upgrade('b3')
  now += 2 * hour
  const after = await start()
  expect(await after.get('/ui/shell/b1/plain.js')).toBe(404)
  expect(await after.get(`${old}page.js`)).toBe(404)
  expect(await after.get('/ui/shell/b2/main.4567cdef.js')).toBe(200)
})

test('a node serves what another node has put into the shared folder', async () => {
  const old = await start()
  upgrade()
  await start()
  expect(await old.get('/ui/shell/b2/main.4567cdef.js')).toBe(200)
})

test('with a data folder that cannot be written, only earlier builds are missing', async () => {
  writeFileSync(fixture.dataDir, 'no folder')
  const { get } = await start()
  expect(await get('/ui/shell/b1/plain.js')).toBe(200)
})

test('a command that reads the sections keeps no builds', () => {
  createUi({ ...fixture, version: '0.1.0' }).sections()
  expect(existsSync(join(fixture.dataDir, 'ui'))).toBe(false)
})

test('no half-written copy is left', async () => {
  await start()
  expect(
    readdirSync(join(fixture.dataDir, 'ui/builds'), { recursive: true }).filter((name) => /tmp/.test(String(name))),
  ).toEqual([])
})

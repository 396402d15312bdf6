import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, variablesOf } from '../../../testing/command-line.ts'
import { createFixture, type Fixture, platformSection } from '../../../testing/section-builds.ts'
import { subscribedSocket } from '../../../testing/socket-client.ts'
import { type SignedIn, testApp, type TestApp } from '../../../testing/test-app.ts'
import { until } from '../../../testing/until.ts'

let fixture: Fixture
let holdall: TestApp
beforeEach(async () => {
  fixture = createFixture()
  holdall = await testApp({ builds: fixture.builds })
})
afterEach(async () => {
  await holdall.close()
  fixture.remove()
})

const ui = async (...args: string[]) => {
  const env = variablesOf(holdall.services.config)
  const result = await runCommand(['ui', ...args], { env, builds: fixture.builds })
  expect(result).toMatchObject({ code: 0 })
  return result.out
}
const check = () => holdall.services.sectionWatch.check()
const linesWith = (words: string) =>
  holdall.log.filter((line) => line.includes(words)).map((line) => JSON.parse(line) as Record<string, unknown>)
const metric = async (name: string) => {
  const { raw } = await holdall.visitor('127.0.0.1').get('/metrics')
  return raw.payload.split('\n').find((line) => line.startsWith(`holdall_${name}`))
}
const descriptions = async (client: SignedIn) => {
  const { body } = await client.get('/api/notifications')
  const { data } = body as { data: { attributes: { category: string; description: string } }[] }
  return data.flatMap(({ attributes }) => (attributes.category === 'section-failure' ? [attributes.description] : []))
}

test('use, rollback and a new shell are logged and counted, and open pages get an event of each', async () => {
  const user = await holdall.signUp()
  const page = await subscribedSocket(holdall, user)
  const events = () => page.messages.filter(({ event }) => event === 'sections.changed').length
  await check()
  await ui('install', fixture.section({ ...platformSection, version: '0.2.0' }))
  await check()
  expect(linesWith('a section has changed')).toEqual([])

  await ui('use', 'platform', '0.2.0')
  await check()
  await check()
  await ui('rollback', 'platform')
  await check()
  fixture.buildShell('b2', { 'main.0123abcd.js': 'main(2)' })
  await check()
  expect(linesWith('a section has changed')).toEqual([
    expect.objectContaining({ section: 'platform', before: expect.stringContaining('0.1.0~'), now: '0.2.0' }),
    expect.objectContaining({ section: 'platform', before: '0.2.0', now: expect.stringContaining('0.1.0~') }),
    expect.objectContaining({ section: 'shell', before: '0.1.0 b1', now: '0.1.0 b2' }),
  ])
  expect(await metric('section_changes_total')).toBe('holdall_section_changes_total 3')
  await until(() => events() === 3)
  page.socket.close()
})

test('a server that listens finds a command of another process by itself', async () => {
  const user = await holdall.signUp()
  const page = await subscribedSocket(holdall, user)
  await until(() => linesWith('sections in use').length === 1)
  await ui('disable', 'platform')
  await until(() => page.messages.some(({ event }) => event === 'sections.changed'))
  page.socket.close()
})

test('what the server cannot use is logged, and administrators are notified once for each version and cause', async () => {
  const admin = await holdall.signInAdmin()
  const requires = { shellApi: '^9.0.0', shared: {} }
  await ui('install', fixture.section({ ...platformSection, version: '0.2.0', requires }))
  await ui('use', 'platform', '0.2.0', '--force')
  await check()
  await ui('rollback', 'platform')
  await check()
  await ui('use', 'platform', '0.2.0', '--force')
  await check()
  expect(await descriptions(admin)).toEqual([expect.stringContaining('It doesn’t fit this version of Holdall.')])
  writeFileSync(join(holdall.services.config.dataDir, 'ui/sections/platform/0.2.0/entry.js'), 'changed')
  await check()
  expect(await descriptions(admin)).toHaveLength(2)

  const notify = jest.spyOn(holdall.services.sectionReports, 'notify').mockRejectedValueOnce(new Error('no answer'))
  rmSync(join(holdall.services.config.dataDir, 'ui/sections/platform/0.2.0'), { recursive: true })
  await ui('install', fixture.section({ ...platformSection, version: '0.3.0', requires }))
  await ui('use', 'platform', '0.3.0', '--force')
  await expect(check()).rejects.toThrow('no answer')
  await check()
  await check()
  expect(notify).toHaveBeenCalledTimes(2)
  expect(await descriptions(admin)).toHaveLength(3)
  expect(linesWith('a section cannot be used').map(({ cause }) => cause)).toEqual([
    'incompatible',
    'incompatible',
    'broken',
    'incompatible',
  ])
})

test('the list has versions in their order, what was in use, and what accounts reported', async () => {
  for (const version of ['0.10.0', '0.9.0', '0.10.0-beta.2'])
    await ui('install', fixture.section({ ...platformSection, version }))
  await ui('use', 'platform', '0.9.0')
  await ui('use', 'platform', '0.10.0')
  const report = { id: 'platform', version: '0.10.0', reason: 'It \u001b[2Jended', address: null }
  for (const client of [await holdall.signUp(), await holdall.signUp(), holdall.visitor()])
    expect((await client.post('/api/sections/failures', report)).status).toBe(204)
  expect(await metric('section_failing_accounts{section="platform"')).toMatch(/build="0\.10\.0"\} 2$/)

  const lines = (await ui('list')).split('\n')
  const rows = lines
    .filter((line) => /(built-in|installed) /.test(`${line} `))
    .map((line) => line.split(/ {2,}/).slice(1))
  expect(rows.slice(0, 4)).toEqual([
    ['0.1.0', 'built-in'],
    ['0.9.0', 'installed', 'in use before'],
    ['0.10.0-beta.2', 'installed'],
    ['0.10.0', 'installed', 'in use', 'reported by 2 accounts'],
  ])
  const newest = lines.find((line) => line.startsWith('platform 0.10.0 did not work in a browser, last at '))
  expect(newest).toContain(': It  [2Jended')
})

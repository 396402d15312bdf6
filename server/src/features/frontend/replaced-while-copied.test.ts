import { existsSync, writeFileSync } from 'node:fs'
import * as files from 'node:fs/promises'
import { join } from 'node:path'
import { createFixture, type Fixture } from '../../testing/section-builds.ts'

let whileCopied = () => {}
import.meta.jest.unstable_mockModule('node:fs/promises', () => ({
  ...files,
  copyFile: async (from: string, to: string) => {
    await files.copyFile(from, to)
    whileCopied()
  },
}))
const { createUi } = await import('./frontend.ts')

let fixture: Fixture
beforeEach(() => {
  fixture = createFixture()
})
afterEach(() => fixture.remove())

const kept = (app: string) => join(fixture.dataDir, 'ui/builds', app)

test('a build whose files are replaced while they are copied is not kept under its name', async () => {
  const lines: unknown[] = []
  let writes = 0
  // Of another size each time: the time of a file may be too coarse to differ.
  whileCopied = () => writeFileSync(join(fixture.builds, 'shell/dist/plain.js'), 'next'.repeat(++writes))
  await createUi({
    ...fixture,
    version: '0.1.0',
    log: { error: (line: unknown) => void lines.push(line) },
  }).keepBuilds()
  expect([existsSync(join(kept('shell'), 'b1')), existsSync(kept('platform')), lines.length]).toEqual([false, true, 1])
})

test('requests are answered while a build is copied', async () => {
  const ui = createUi({ ...fixture, version: '0.1.0' })
  let copied = 0
  whileCopied = () => void copied++
  const keeping = ui.keepBuilds()
  expect([copied, ui.shell().manifest.build, existsSync(join(kept('shell'), 'b1'))]).toEqual([0, 'b1', false])
  await keeping
  expect([copied > 1, existsSync(join(kept('shell'), 'b1'))]).toEqual([true, true])
})

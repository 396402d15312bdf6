import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ImportGraph, relatedTests } from './related-tests.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdall-related-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function graphOf(files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return new ImportGraph(folder, [...new Set(Object.keys(files).map((file) => file.split('/')[0]!))])
}

const server = {
  'server/app.ts': "import { routes } from './a/routes.ts'\nimport { b } from './b/b.ts'\n",
  'server/app.test.ts': "import { testApp } from './testing/test-app.ts'\n",
  'server/testing/test-app.ts': "import { app } from '../app.ts'\nexport const testApp = app\n",
  'server/a/routes.ts': "import { service } from './service.ts'\nexport const routes = [service]\n",
  'server/a/service.ts': 'export const service = 1\n',
  'server/a/a.test.ts': "import { testApp } from '../testing/test-app.ts'\n",
  'server/a/more.test.ts': "import { testApp } from '../testing/test-app.ts'\n",
  'server/b/b.ts': "import { service } from '../a/service.ts'\nexport const b = service\n",
  'server/b/first.test.ts': "import { testApp } from '../testing/test-app.ts'\n",
  'server/b/b.test.ts': "import { testApp } from '../testing/test-app.ts'\n",
  'server/c/c.test.ts': "import { testApp } from '../testing/test-app.ts'\n",
}

test('runs all tests of the own folder, and one of each folder that imports the file, at any distance', () => {
  const graph = graphOf(server)
  expect(relatedTests(graph, ['server/a/service.ts'])).toEqual([
    'server/a/a.test.ts',
    'server/a/more.test.ts',
    'server/app.test.ts',
    'server/b/b.test.ts',
  ])
})

test('runs a test of another folder that imports the file, or a file that imports it, by itself', () => {
  const graph = graphOf({
    ...server,
    'server/c/direct.test.ts': "import { service } from '../a/service.ts'\n",
    'server/c/of-importer.test.ts': "import { b } from '../b/b.ts'\n",
  })
  const found = relatedTests(graph, ['server/a/service.ts'])
  expect(found).toContain('server/c/direct.test.ts')
  expect(found).toContain('server/c/of-importer.test.ts')
  expect(found).not.toContain('server/c/c.test.ts')
})

test('runs a changed test, and nothing else of its folder', () => {
  expect(relatedTests(graphOf(server), ['server/a/more.test.ts'])).toEqual(['server/a/more.test.ts'])
})

test('runs one test of each folder when most tests import a changed helper', () => {
  const many = Array.from({ length: 13 }, (_, n) => [
    `server/c/t${n}.test.ts`,
    "import { wait } from '../testing/wait.ts'\n",
  ])
  const graph = graphOf({ ...server, 'server/testing/wait.ts': '', ...(Object.fromEntries(many) as object) })
  expect(relatedTests(graph, ['server/testing/wait.ts'])).toEqual(['server/c/c.test.ts'])
})

test('uses the tests of the nearest folder above where the own one has none', () => {
  const graph = graphOf({ ...server, 'server/a/messages/en.ts': '', 'server/a/messages/de.json': '{}' })
  for (const file of ['server/a/messages/en.ts', 'server/a/messages/de.json', 'server/a/messages/deleted.ts'])
    expect(relatedTests(graph, [file])).toEqual(['server/a/a.test.ts', 'server/a/more.test.ts'])
})

test('follows a name through index files and packages to the file that defines it', () => {
  const graph = graphOf({
    'ui/package.json': '{ "name": "@x/ui", "exports": { ".": "./index.ts" } }',
    'ui/index.ts':
      "export { Button, type Size as ButtonSize } from './button/button.ts'\nexport * from './menu/menu.ts'\n",
    'ui/button/button.ts': 'export const Button = 1\nexport type Size = 1\n',
    'ui/menu/menu.ts': 'export const Menu = 1\n',
    'shell/one/one.ts': "import {\n  type ButtonSize,\n} from '@x/ui'\n",
    'shell/one/one.test.ts': '',
    'shell/two/two.ts': "import { Menu } from '@x/ui'\n",
    'shell/two/two.test.ts': '',
    'shell/three/three.ts': "export const load = () => import('@x/ui')\n",
    'shell/three/three.test.ts': '',
  })
  expect(relatedTests(graph, ['ui/button/button.ts'])).toEqual(['shell/one/one.test.ts', 'shell/three/three.test.ts'])
  expect(relatedTests(graph, ['ui/menu/menu.ts'])).toEqual(['shell/three/three.test.ts', 'shell/two/two.test.ts'])
})

test('a thread that is started by its address counts as imported', () => {
  const graph = graphOf({
    'server/a/a.ts': "new Worker(new URL('./worker.ts', import.meta.url))\n",
    'server/a/threads/x.ts': '',
    'server/a/worker.ts': "import './threads/x.ts'\n",
    'server/a/a.test.ts': '',
  })
  expect(relatedTests(graph, ['server/a/threads/x.ts'])).toEqual(['server/a/a.test.ts'])
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { appImports, importGraph, levelsOf, testsWithout, upwardImports } from './import-graph.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdall-graph-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return importGraph(folder, (file) => file.split('/').slice(0, 2).join('/'))
}

test('modules are ordered by what they import, types and lazy imports included', () => {
  const graph = write({
    'app.ts': "import { a } from './features/a/a.ts'\n",
    'features/a/a.ts': "import type {\n  B,\n} from '../b/b.ts'\nimport './own.ts'\n",
    'features/a/own.ts': '',
    'features/b/b.ts': "export const load = () => import('../../base/c/c.ts')\n",
    'base/c/c.ts': "import { join } from 'node:path'\n",
  })
  expect(levelsOf(graph)).toEqual({ levels: [['base/c'], ['features/b'], ['features/a'], ['app.ts']], rest: [] })
})

test('returns the modules of a cycle, and those above it', () => {
  const graph = write({
    'x/a/a.ts': "import type { B } from '../b/b.ts'\n",
    'x/b/b.ts': "import { a } from '../a/a.ts'\n",
    'x/c/c.ts': "import { a } from '../a/a.ts'\n",
    'x/d/d.ts': '',
  })
  expect(levelsOf(graph)).toEqual({ levels: [['x/d']], rest: ['x/a', 'x/b', 'x/c'] })
})

test('ignores imports of tests and of testing folders', () => {
  const graph = write({
    'low/a/a.ts': '',
    'low/a/a.test.ts': "import '../../high/b/b.ts'\n",
    'low/testing/c.ts': "import '../../high/b/b.ts'\n",
    'high/b/b.ts': '',
  })
  expect(upwardImports(graph, ['low', 'high'])).toEqual([])
})

test('finds imports of a lower layer from a higher one, or from a module in no layer', () => {
  const graph = write({
    'low/a/a.ts': "import '../../high/b/b.ts'\n",
    'high/b/b.ts': "import type { App } from '../../app.ts'\nimport '../../low/c/c.ts'\n",
    'low/c/c.ts': '',
    'app.ts': "import './high/b/b.ts'\n",
  })
  expect(upwardImports(graph, ['low', 'high'])).toEqual([
    'high/b/b.ts imports app.ts, which is above it',
    'low/a/a.ts imports high/b, which is above it',
  ])
})

test('finds imports of an app in a library, by package name or by path', () => {
  write({
    'packages/a/src/a.ts': "import { page } from '@holdall/mf-files'\nimport '@holdall/mf-files-list'\n",
    'packages/a/src/b.ts': "export const load = () => import('../../../shell/src/host.ts')\n",
    'packages/a/src/b.test.ts': "import '@holdall/shell/testing'\n",
    'packages/a/src/shell/own.ts': "import '../shell/other.ts'\n",
  })
  expect(appImports(folder, 'packages/a', ['shell', 'mf-files'])).toEqual([
    'packages/a/src/a.ts imports @holdall/mf-files, which is an app',
    'packages/a/src/b.ts imports shell/src/host.ts, which is an app',
  ])
})

test('finds the tests that reach no database: by imports, at any distance, by a global or by a program', () => {
  write({
    'db/db.ts': "import Database from 'sqlite'\n",
    'testing/app.ts': "import { db } from '../db/db.ts'\n",
    'a/direct.test.ts': "import type { Db } from '../db/db.ts'\n",
    'a/distant.test.ts': "import { app } from '../testing/app.ts'\n",
    'a/lazy.test.ts': "const open = () => import('../testing/app.ts')\n",
    'a/library.test.ts': "import Database from 'sqlite'\n",
    'a/global.test.ts': 'const isSqlite = globalThis.ENGINE\n',
    'a/program.test.ts': "spawn(process.execPath, ['../testing/app.ts'])\n",
    'a/pure.test.ts': "import { pure } from './pure.ts'\n",
    'a/pure.ts': "import { join } from 'node:path'\n",
    'a/circle.test.ts': "import './circle.ts'\n",
    'a/circle.ts': "import './circle.test.ts'\n",
  })
  expect(testsWithout(folder, ['db/db.ts', 'sqlite'], ['ENGINE', 'process.execPath'])).toEqual([
    'a/circle.test.ts',
    'a/pure.test.ts',
  ])
})

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import loadedPackages from './loaded-modules.json' with { type: 'json' }
import { endServers, startServer } from './testing/server-process.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-modules-'))
})
afterEach(async () => {
  endServers()
  await rm(folder, { recursive: true, force: true })
})

/** The addresses of the modules that a server with SQLite loads from its start to its end, without a request. */
async function modulesOfStart(): Promise<readonly string[]> {
  const file = join(folder, 'modules.json')
  const recorder = new URL('testing/record-loaded-modules.mjs', import.meta.url)
  const { child, ready, ended } = startServer({
    HOLDALL_DATA_DIR: join(folder, 'data'),
    LOADED_MODULES_FILE: file,
    NODE_OPTIONS: `--import=${recorder.href}`,
  })
  await ready()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  return JSON.parse(await readFile(file, 'utf8')) as string[]
}

/** `fastify` for a module of the package, `@holdall/server` for one of the server. */
function packageOf(address: string): string {
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(address)?.[1]
  // Its native code is a package for each platform.
  if (installed !== undefined) return installed.replace(/^(@node-rs\/argon2)-.*/, '$1')
  const workspace = /\/(?:packages\/([^/]+)|(server))\/src\//.exec(address)
  return `@holdall/${workspace?.[1] ?? workspace?.[2] ?? address}`
}

function countByPackage(addresses: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const address of addresses) {
    if (address.startsWith('node:')) continue
    const name = packageOf(address)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

test('a start loads no migration that was applied, and no more modules of each package than are listed', async () => {
  const isMigration = (address: string) => address.includes('/db/migrations/')
  const [first, second] = [await modulesOfStart(), await modulesOfStart()]
  expect(first.some(isMigration)).toBe(true)
  expect(second.filter(isMigration)).toEqual([])
  const listed: Readonly<Record<string, number>> = loadedPackages
  const counts = Object.entries(countByPackage(second)).filter(([name, count]) => count > (listed[name] ?? 0))
  expect(Object.fromEntries(counts)).toEqual({})
})

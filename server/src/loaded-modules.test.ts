import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import loadedPackages from './loaded-modules.json' with { type: 'json' }
import { endServers, startServer } from './testing/server-process.ts'

const repository = resolve(import.meta.dirname, '../..')
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-modules-'))
})
afterEach(async () => {
  endServers()
  await rm(folder, { recursive: true, force: true })
})

interface LoadedModules {
  /** Addresses. */
  readonly modules: readonly string[]
  /** Names that Node gives its own modules. */
  readonly ofNode: readonly string[]
}

/** What a server with SQLite loads from its start to its end, without a request. */
async function modulesOfStart(variables: Readonly<Record<string, string>> = {}): Promise<LoadedModules> {
  const file = join(folder, 'modules.json')
  const recorder = new URL('testing/record-loaded-modules.mjs', import.meta.url)
  const { child, ready, ended } = startServer({
    HOLDALL_DATA_DIR: join(folder, 'data'),
    LOADED_MODULES_FILE: file,
    NODE_OPTIONS: `--import=${recorder.href}`,
    ...variables,
  })
  await ready()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  return JSON.parse(await readFile(file, 'utf8')) as LoadedModules
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
  const [{ modules: first }, { modules: second }] = [await modulesOfStart(), await modulesOfStart()]
  expect(first.some(isMigration)).toBe(true)
  expect(second.filter(isMigration)).toEqual([])
  const listed: Readonly<Record<string, number>> = loadedPackages
  const counts = Object.entries(countByPackage(second)).filter(([name, count]) => count > (listed[name] ?? 0))
  expect(Object.fromEntries(counts)).toEqual({})
})

/** The build of the server, as `npm start` and `npm run build` make it. */
const buildServer = () => promisify(execFile)(process.execPath, [join(repository, 'scripts/lib/strip-types.mjs')])

test('a start with a build loads no compiler of types', async () => {
  const compilers = (ofNode: readonly string[]) => ofNode.filter((name) => name.includes('/amaro/'))
  await buildServer()
  // The first start loads migrations too.
  for (let start = 0; start < 2; start += 1) {
    expect(compilers((await modulesOfStart({ NODE_DISABLE_COMPILE_CACHE: '1' })).ofNode)).toEqual([])
  }
})

test('a module is loaded from its build until it changes', async () => {
  const sources = join(folder, 'src')
  await cp(join(repository, 'server/src/load-stripped-types.mjs'), join(sources, 'load-stripped-types.mjs'))
  await cp(join(repository, 'server/src/stripped-file.mjs'), join(sources, 'stripped-file.mjs'))
  const { strippedFile } = (await import(join(sources, 'stripped-file.mjs'))) as { strippedFile(source: string): URL }
  const write = async (source: string) => writeFile(join(sources, 'module.ts'), source)
  const output = async () => {
    const args = ['--import', './load-stripped-types.mjs', './module.ts']
    return (await promisify(execFile)(process.execPath, args, { cwd: sources })).stdout
  }
  const source = `console.log('source' as string)`
  await write(source)
  expect(await output()).toBe('source\n')
  await mkdir(join(folder, 'dist'))
  await writeFile(strippedFile(source), `console.log('build')`)
  expect(await output()).toBe('build\n')
  await write(`console.log('changed' as string)`)
  expect(await output()).toBe('changed\n')
})

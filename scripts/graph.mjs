// `npm run graph`: prints the folders of the server, the shell, each section and each package by level, found from
// their imports, types included. Fails on an import cycle of files or folders, an import upwards, a package that imports
// an app, a query outside of a store, a comparison of secrets that is not timing-safe, a long file, a name with an unclear word, and when docs/architecture.md shows
// other levels (`--write` updates it). A step of `npm test`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appImports, importGraph, levelsOf, upwardImports } from './lib/import-graph.mjs'
import { root } from './lib/paths.mjs'
import { insecureComparisons, longFiles, strayQueries, unclearNames } from './lib/source-rules.mjs'
import { workspaceFolders } from './lib/workspaces.mjs'

/** Folders from the lowest layer to the highest. Files in none of them are above all layers. */
const SERVER_LAYERS = ['infrastructure', 'access', 'http', 'features']
const SHELL_LAYERS = [
  'stores',
  'connection',
  'api',
  'log',
  'tabs',
  'preferences',
  'theme',
  'session',
  'language',
  'navigation',
  'sections',
  'uploads',
  'host',
  'layout',
]

/** The module of a file: a folder of features or of infrastructure; of any other layer, the layer as a whole. */
function serverModule(file) {
  const [layer, part] = file.split('/')
  if (part === undefined) return 'app.ts'
  return layer === 'features' || layer === 'infrastructure' ? `${layer}/${part}` : layer
}
const topFolder = (file) => file.split('/')[0]

const MAX_LINES = 400
/** Files that may be longer. */
const LONG_FILES = []

/** Words without a technical meaning. A name may contain them as part of another word. */
const UNCLEAR_WORDS = [
  'appear',
  'asked',
  'came',
  'doomed',
  'door',
  'dress',
  'fate',
  'foot',
  'forget',
  'hear',
  'house',
  'late',
  'mistaken',
  'obey',
  'patience',
  'slack',
  'stretch',
  'trouble',
  'wanted',
  'wish',
]
/** Part of the contract of sections until its next major version. */
const KNOWN_UNCLEAR_NAMES = ['forgetFailures']

const workspaces = workspaceFolders()
const isLibrary = (folder) => folder.startsWith('packages/')
const failures = []

const lines = []

for (const folder of workspaces.filter((each) => each !== 'e2e')) {
  const source = join(root, folder, 'src')
  const graph = importGraph(source, folder === 'server' ? serverModule : topFolder)
  const { levels, rest } = levelsOf(graph)
  lines.push(folder)
  for (const [level, modules] of [...levels.entries()].toReversed())
    lines.push(`${String(level).padStart(4)}  ${modules.join('  ')}`)
  if (rest.length > 0)
    failures.push(`${folder}: these import each other in a cycle, or are above one: ${rest.join(', ')}`)
  const layers = { server: SERVER_LAYERS, shell: SHELL_LAYERS }[folder] ?? []
  failures.push(...upwardImports(graph, layers).map((sentence) => `${folder}/src/${sentence}`))
  const files = levelsOf(importGraph(source, (file) => file)).rest
  if (files.length > 0) failures.push(`${folder}: files in a cycle, or above one: ${files.join(', ')}`)
}
process.stdout.write(`${lines.join('\n')}\n`)

const architecture = join(root, 'docs/architecture.md')
const shown = readFileSync(architecture, 'utf8')
const current = shown.replace(
  /(## Levels\n.*?\n```\n).*?(```\n)/s,
  (_, before, after) => `${before}${lines.join('\n')}\n${after}`,
)
if (current !== shown) {
  if (process.argv.includes('--write')) writeFileSync(architecture, current)
  else failures.push('docs/architecture.md shows other levels: node scripts/graph.mjs --write')
}

const libraries = workspaces.filter((folder) => isLibrary(folder) && folder !== 'packages/testing')
const apps = workspaces.filter((folder) => !isLibrary(folder))
failures.push(...libraries.flatMap((folder) => appImports(root, folder, apps)))

for (const file of strayQueries(join(root, 'server/src'), ['infrastructure/db']))
  failures.push(`server/src/${file} has queries, which belong in a …store.ts`)

for (const folder of [...workspaces, 'scripts']) {
  for (const { file, lines: count } of longFiles(join(root, folder), MAX_LINES)) {
    const path = `${folder}/${file}`
    if (!LONG_FILES.includes(path)) failures.push(`${path} has ${count} lines; at most ${MAX_LINES}`)
  }
  for (const { file, name } of unclearNames(join(root, folder), UNCLEAR_WORDS)) {
    if (!KNOWN_UNCLEAR_NAMES.includes(name)) failures.push(`${folder}/${file}: ${name} has an unclear word`)
  }
}

/** Hashes of public images. */
const COMPARED_IN_PUBLIC = ['features/installed-app/app-icons.ts']
for (const { file, name } of insecureComparisons(join(root, 'server/src'))) {
  if (!COMPARED_IN_PUBLIC.includes(file))
    failures.push(`server/src/${file} compares ${name} with an operator: secrets are compared by timingSafeEqual`)
}

for (const failure of failures) process.stderr.write(`${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0

import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { isTest, sourceFiles } from './source-files.mjs'

/** A test file of Jest that `npm test` runs. */
const isTestFile = (file) => /\.test\.tsx?$/.test(file)

const IMPORT =
  /(?:^|\n)\s*(import|export)\s+(?:type\s+)?([\w$*{}\s,]+?)\s+from\s+'([^']+)'|\bimport\(\s*'([^']+)'|(?:^|\n)import\s+'([^']+)'|new URL\('(\.[^']+)'/g
const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

/** Names of `{ a, type B as C }`, as exported by the imported file and as named here; undefined for other clauses. */
function namesIn(clause) {
  if (!/^\{[^}]*\}$/.test(clause.trim())) return undefined
  return clause
    .trim()
    .slice(1, -1)
    .split(',')
    .map((each) =>
      each
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/),
    )
    .filter(([name]) => name !== '')
    .map(([name, alias = name]) => ({ name, alias }))
}

/**
 * Which files of a repository import which. `folders`: its workspaces. A name that is imported from an index file counts
 * as imported from the file that defines it. Parsed as text: TypeScript 7 has no parser for programs.
 */
export class ImportGraph {
  #root
  #files = new Map()
  #packages = new Map()
  #importers = new Map()

  constructor(root, folders) {
    this.#root = root
    for (const folder of folders) {
      const manifest = join(root, folder, 'package.json')
      if (existsSync(manifest)) {
        const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
        this.#packages.set(name, { folder, exports })
      }
      for (const file of sourceFiles(join(root, folder))) this.#files.set(`${folder}/${file}`, undefined)
    }
    for (const file of this.#files.keys()) {
      for (const target of this.#targetsOf(file)) {
        if (!this.#importers.has(target)) this.#importers.set(target, new Set())
        this.#importers.get(target).add(file)
      }
    }
  }

  get files() {
    return [...this.#files.keys()]
  }

  importersOf(file) {
    return [...(this.#importers.get(file) ?? [])]
  }

  #parsed(file) {
    const found = this.#files.get(file)
    if (found) return found
    const text = readFileSync(join(this.#root, file), 'utf8')
    const imports = [...text.matchAll(IMPORT)].map(([, keyword, clause, from, lazy, bare, url]) => ({
      isExport: keyword === 'export',
      names: clause === undefined ? undefined : namesIn(clause),
      target: this.#resolve(file, from ?? lazy ?? bare ?? url),
    }))
    const parsed = {
      imports: imports.filter(({ target }) => target !== undefined),
      exported: new Set([...text.matchAll(EXPORT)].map(([, name]) => name)),
    }
    this.#files.set(file, parsed)
    return parsed
  }

  #resolve(file, specifier) {
    if (specifier.startsWith('.')) {
      const path = posix.join(dirname(file), specifier)
      return this.#files.has(path) ? path : undefined
    }
    const [, name, rest] = /^(@[^/]+\/[^/]+)(.*)$/.exec(specifier) ?? []
    const target = this.#packages.get(name)
    if (!target) return undefined
    const exported = target.exports[`.${rest}`]
    const path = typeof exported === 'string' ? posix.join(target.folder, exported) : undefined
    return path !== undefined && this.#files.has(path) ? path : undefined
  }

  /** The file that defines what `file` exports as `name`. */
  #definition(file, name, seen = new Set()) {
    if (seen.has(file)) return undefined
    seen.add(file)
    const { imports, exported } = this.#parsed(file)
    if (exported.has(name)) return file
    for (const { names, target } of imports.filter(({ isExport }) => isExport)) {
      const named = names?.find(({ alias }) => alias === name)
      if (names && !named) continue
      const found = this.#definition(target, named?.name ?? name, seen)
      if (found ?? named) return found ?? target
    }
    return undefined
  }

  #targetsOf(file) {
    return this.#parsed(file).imports.flatMap(({ names, target }) =>
      names ? names.map(({ name }) => this.#definition(target, name) ?? target) : [target],
    )
  }
}

/** So many tests of other features that import one file are run; where there are more, one of each feature. */
const MAX_DIRECT_TESTS = 12

/**
 * Test files to run after a change of `changed` files: those of the same folder, or of the nearest one above that has
 * tests; those of files that import a changed one; and one of each folder that imports it indirectly.
 */
export function relatedTests(graph, changed) {
  const tests = graph.files.filter(isTestFile)
  const byFolder = new Map()
  for (const file of tests) byFolder.set(dirname(file), [...(byFolder.get(dirname(file)) ?? []), file])
  const featureOf = (file) => {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) if (byFolder.has(folder)) return folder
    return undefined
  }
  /** One test of a folder: the one with its name, else the first. */
  const smokeTest = (folder) =>
    byFolder.get(folder)?.find((file) => basename(file).startsWith(`${basename(folder)}.test.`)) ??
    byFolder.get(folder)?.[0]

  const selected = new Set()
  const add = (files) => {
    for (const file of files) if (file !== undefined) selected.add(file)
  }
  const testsAmong = (file) => {
    const direct = graph.importersOf(file).filter(isTestFile)
    return direct.length > MAX_DIRECT_TESTS ? [...new Set(direct.map(featureOf))].map(smokeTest) : direct
  }
  for (const file of changed) {
    if (isTestFile(file)) add(tests.filter((test) => test === file))
    else if (!isTest(file)) add(byFolder.get(featureOf(file)) ?? [])
    add(testsAmong(file))
    for (const importer of graph.importersOf(file)) {
      if (isTestFile(importer)) continue
      const own = testsAmong(importer)
      add(own.length > 0 ? own : isTest(importer) ? [] : [smokeTest(featureOf(importer))])
    }
    for (const folder of importingFolders(graph, file, featureOf)) add([smokeTest(folder)])
  }
  return [...selected].toSorted((a, b) => a.localeCompare(b))
}

/** Folders with tests whose product code imports a file, at any distance. */
function importingFolders(graph, file, featureOf) {
  const found = new Set([file])
  for (const each of found) {
    for (const importer of graph.importersOf(each)) if (!isTest(importer)) found.add(importer)
  }
  found.delete(file)
  return new Set([...found].map(featureOf).filter((folder) => folder !== undefined))
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { builtFolders, workspaceFolders } from './workspaces.mjs'

const digest = (parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** Package name -> folder, of all workspaces. */
const workspaces = () => new Map(workspaceFolders().map((folder) => [manifestOf(folder).name, folder]))

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** Fingerprint of everything that the installed packages depend on. */
export function installFingerprint() {
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc']
  const manifests = [...workspaces().values()].map((folder) => join(folder, 'package.json'))
  const contents = [...files, ...manifests].flatMap((file) => [file, readFileSync(join(root, file))])
  return digest([process.platform, process.arch, ...contents])
}

/** Apps that webpack builds, each with the fingerprint of all files that its build reads. */
export function buildFingerprints(mode) {
  const known = workspaces()
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'))
  const hashes = new Map()
  const hashOf = (folder) => {
    if (!hashes.has(folder)) hashes.set(folder, hashFolder(folder))
    return hashes.get(folder)
  }
  return [...known.values()].filter(isApp).map((app) => {
    const read = [...withDependencies(app, known)]
    return { app, fingerprint: digest([mode, lock, ...read.flatMap((folder) => [folder, hashOf(folder)])]) }
  })
}

const isApp = (folder) => builtFolders().includes(folder) && existsSync(join(root, folder, 'src'))

function withDependencies(folder, known, seen = new Set()) {
  if (seen.has(folder)) return seen
  seen.add(folder)
  const { dependencies = {}, devDependencies = {} } = manifestOf(folder)
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    // Only tests use it.
    if (known.has(name) && name !== '@holdall/testing') withDependencies(known.get(name), known, seen)
  }
  return seen
}

function hashFolder(folder) {
  const parts = []
  const walk = (path) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true }).sort(byName)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.name === 'dist') continue
      const child = join(path, entry.name)
      if (entry.isDirectory()) walk(child)
      else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) parts.push(child, readFileSync(join(root, child)))
    }
  }
  walk(folder)
  return digest(parts)
}

const byName = (a, b) => (a.name < b.name ? -1 : 1)

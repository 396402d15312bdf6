import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/**
 * Folders of all workspaces, relative to `from`, in the order of pnpm-workspace.yaml. Parsed without a YAML library,
 * because it runs before packages are installed. Supports the globs `name`, `prefix*` and `folder/*`.
 */
export function workspaceFolders(from = root) {
  const text = readFileSync(join(from, 'pnpm-workspace.yaml'), 'utf8')
  const [, list = ''] = /^packages:\n((?: +- .+\n)+)/m.exec(text) ?? []
  const globs = [...list.matchAll(/^ +- ['"]?([\w*/-]+)/gm)].map(([, glob]) => glob)
  const folders = globs.flatMap((glob) => expand(from, glob))
  return [...new Set(folders)].filter((folder) => existsSync(join(from, folder, 'package.json')))
}

function expand(from, glob) {
  if (!glob.includes('*')) return [glob]
  const parent = glob.includes('/') ? glob.slice(0, glob.lastIndexOf('/') + 1) : ''
  const prefix = glob.slice(parent.length, -1)
  return readdirSync(join(from, parent))
    .filter((name) => name.startsWith(prefix))
    .sort()
    .map((name) => parent + name)
}

/** Workspaces that are sections of the interface. */
export const sectionFolders = (from = root) => workspaceFolders(from).filter((folder) => folder.startsWith('mf-'))

/** Workspaces that webpack builds for browsers. */
export const builtFolders = (from = root) => ['shell', ...sectionFolders(from)]

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The packages that the shell provides to every section, each with its minimum version. A minimum is raised only
 * together with SHELL_API_VERSION; a caret range of the installed version would refuse a new section on an older shell.
 * Packages that are not listed are bundled with each section.
 */
export const minVersions = {
  react: '>=19.0.0',
  'react/jsx-runtime': '>=19.0.0',
  'react-dom': '>=19.0.0',
  'react-intl': '>=12.0.0',
  'styled-components': '>=6.0.0',
  '@tanstack/react-query': '>=5.0.0',
  zustand: '>=5.0.0',
  '@holdall/schema': '>=0.1.0',
  '@holdall/section': '>=0.1.0',
  '@holdall/api-client': '>=0.1.0',
  '@holdall/event-bus': '>=0.1.0',
} as const

export type SharedName = keyof typeof minVersions
const names = Object.keys(minVersions) as SharedName[]

interface Sharing {
  readonly singleton: true
  readonly strictVersion: true
  readonly requiredVersion: string
  readonly version?: string
  readonly import?: false
}

/** Shared package -> the version that is installed for the app in `dir`. */
export function providedVersions(dir: string): Record<SharedName, string> {
  return Object.fromEntries(names.map((name) => [name, installedVersion(dir, name)])) as Record<SharedName, string>
}

/**
 * Federation's `shared` for the shell, which provides each package. The versions are given, because federation cannot
 * read `catalog:` and `workspace:`.
 */
export function sharedByHost(dir: string): Record<SharedName, Sharing> {
  const versions = providedVersions(dir)
  return sharing((name) => ({ version: versions[name] }))
}

/** Federation's `shared` for a section, which bundles none of the packages and requires their minimum versions. */
export function sharedBySection(): Record<SharedName, Sharing> {
  return sharing(() => ({ import: false }))
}

/** `loaded-first`: with the default strategy a section that fails to load breaks imports of the shell. */
export const federation = {
  shareStrategy: 'loaded-first',
  dts: false,
  manifest: false,
  dev: false,
} as const

function sharing(own: (name: SharedName) => Partial<Sharing>): Record<SharedName, Sharing> {
  const entries = names.map((name) => [
    name,
    { singleton: true, strictVersion: true, requiredVersion: minVersions[name], ...own(name) },
  ])
  return Object.fromEntries(entries) as Record<SharedName, Sharing>
}

function installedVersion(dir: string, name: string): string {
  const parts = name.split('/')
  const bare = parts.slice(0, name.startsWith('@') ? 2 : 1).join('/')
  const manifest = JSON.parse(readFileSync(join(dir, 'node_modules', bare, 'package.json'), 'utf8')) as {
    version: string
  }
  return manifest.version
}

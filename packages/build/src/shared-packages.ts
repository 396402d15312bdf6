import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the shell provides to every section, each with the oldest version that a section may ask for.
 * A floor rises only together with SHELL_API_VERSION: a caret on the build's own version would refuse a new section
 * on an older shell. What is not listed here is bundled by its users.
 */
export const floors = {
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

export type SharedName = keyof typeof floors
const names = Object.keys(floors) as SharedName[]

interface Sharing {
  readonly singleton: true
  readonly strictVersion: true
  readonly requiredVersion: string
  readonly version?: string
  readonly import?: false
}

/** Versions that the app in `dir` has installed of what is shared. */
export function providedVersions(dir: string): Record<SharedName, string> {
  return Object.fromEntries(names.map((name) => [name, installedVersion(dir, name)])) as Record<SharedName, string>
}

/** The shell's side: it brings each package. Versions are read here, for `catalog:` and `workspace:` say nothing to federation. */
export function sharedByHost(dir: string): Record<SharedName, Sharing> {
  const versions = providedVersions(dir)
  return sharing((name) => ({ version: versions[name] }))
}

/** A section's side: it brings none of them, and refuses to run on less than the floor. */
export function sharedBySection(): Record<SharedName, Sharing> {
  return sharing(() => ({ import: false }))
}

/** `loaded-first`: with the default, one dead section breaks the shell's own imports. */
export const federation = {
  shareStrategy: 'loaded-first',
  dts: false,
  manifest: false,
  dev: false,
} as const

function sharing(own: (name: SharedName) => Partial<Sharing>): Record<SharedName, Sharing> {
  const entries = names.map((name) => [
    name,
    { singleton: true, strictVersion: true, requiredVersion: floors[name], ...own(name) },
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

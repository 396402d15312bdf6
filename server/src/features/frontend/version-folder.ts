import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { SectionManifest } from '@holdall/api'
import semver from 'semver'
import { otherIdentity } from './code-identity.ts'

export type Verdict =
  | { readonly kind: 'good'; readonly manifest: SectionManifest }
  /** `manifest` is null when section.json itself is invalid. */
  | { readonly kind: 'bad'; readonly reason: string; readonly manifest: SectionManifest | null }

/** Letters, digits and a few punctuation marks, in folders or not; never a dotfile, never a parent folder. */
const safeName = /^[\w@~+-][\w@~+.-]*(\/[\w@~+-][\w@~+.-]*)*$/

/** Path of a file in a folder; null where the name or a link leads out of it. */
export function fileWithin(folder: string, name: string): string | null {
  if (!safeName.test(name) || name.split('/').some((part) => part.startsWith('.'))) return null
  try {
    const root = realpathSync(folder)
    const path = realpathSync(join(root, name))
    return path.startsWith(root + sep) && statSync(path).isFile() ? path : null
  } catch {
    return null
  }
}

export const sha384 = (bytes: Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

const bad = (reason: string, manifest: SectionManifest | null = null): Verdict => ({ kind: 'bad', reason, manifest })

/** Checks a section's folder without running it. `reason` is a sentence about the first problem. */
export function inspectVersion(folder: string, expected: { id: string; version?: string } | null): Verdict {
  let text: string
  try {
    text = readFileSync(join(folder, 'section.json'), 'utf8')
  } catch {
    return bad('Its section.json is missing or cannot be read.')
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return bad('Its section.json is not valid JSON.')
  }
  const parsed = SectionManifest.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return bad(`Its section.json is wrong at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'unknown'}.`)
  }
  const manifest = parsed.data
  if (expected && manifest.id !== expected.id) {
    return bad(`Its section.json says it is "${manifest.id}", not "${expected.id}".`, manifest)
  }
  if (expected?.version !== undefined && manifest.version !== expected.version) {
    return bad(`Its section.json says version ${manifest.version}, not ${expected.version}.`, manifest)
  }
  if (semver.valid(manifest.version) === null)
    return bad(`Its version ${manifest.version} is no semantic version.`, manifest)
  const problem = badRoute(manifest) ?? badFile(folder, manifest) ?? otherIdentity(folder, manifest)
  return problem === null ? { kind: 'good', manifest } : bad(problem, manifest)
}

function badRoute(manifest: SectionManifest): string | null {
  const route = manifest.routes.find(({ path }) => !path.startsWith('/') || path.startsWith('//'))
  return route ? `Its route "${route.path}" does not begin with a single slash.` : null
}

/** Every file that is named must exist and match its hash. */
function badFile(folder: string, manifest: SectionManifest): string | null {
  const named = new Set([manifest.entry, ...manifest.preload, ...Object.values(manifest.routePreload).flat()])
  for (const name of named) {
    if (!Object.hasOwn(manifest.integrity, name)) return `Its section.json has no integrity for ${name}.`
  }
  return badFileIn(folder, manifest.integrity)
}

/** A sentence about the first file that is missing or does not match its hash; null when there is none. */
export function badFileIn(folder: string, files: Readonly<Record<string, string>>): string | null {
  for (const [name, integrity] of Object.entries(files)) {
    const path = fileWithin(folder, name)
    if (path === null) return `Its file ${name} is missing.`
    if (sha384(readFileSync(path)) !== integrity) return `Its file ${name} is not what section.json's integrity says.`
  }
  return null
}

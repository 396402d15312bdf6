import type { ComposedSection, SectionManifest, Sections, ServedSection } from '@holdall/api'
import semver from 'semver'
import type { Choice } from './section-choices.ts'
import { chosenVersion } from './chosen-version.ts'
import { conflictWith, type Owned } from './section-conflicts.ts'
import type { ShellManifest } from './shell-build.ts'
import type { SectionVersion, Snapshot } from './section-versions.ts'

/** By base address of a version, how many accounts reported that it does not work. */
export type AccountsByBase = ReadonlyMap<string, number>

interface Around {
  readonly reported?: AccountsByBase
  readonly shell: ShellManifest
  readonly serverVersion: string
}

type Check =
  | { readonly kind: 'ok'; readonly section: ServedSection }
  | {
      readonly kind: 'incompatible'
      readonly needs: string
      readonly has: string
      readonly manifest: SectionManifest
    }
  /** `manifest` is null when it cannot be relied on. */
  | { readonly kind: 'broken'; readonly reason: string; readonly manifest: SectionManifest | null }

/** /ui/sections.json: for each section the version in use, or why it cannot be used. */
export function compose(snapshot: Snapshot, around: Around): Sections {
  const taken: Owned[] = []
  return {
    shell: { version: around.shell.version, api: around.shell.api, build: around.shell.build },
    sections: idsOf(snapshot).map((id) => composeOne(id, snapshot, around, taken)),
  }
}

/**
 * How a section would be composed with another choice, so that a command can check the choice before it takes effect.
 */
export function composeWith(
  snapshot: Snapshot,
  around: Around,
  id: string,
  choice: Choice,
): ComposedSection | undefined {
  const choices = { ...snapshot.choices, [id]: choice }
  return compose({ ...snapshot, choices }, around).sections.find((section) => section.id === id)
}

/** Built-in sections first, so that an installed one can never take over their addresses. */
function idsOf({ versions, choices }: Snapshot): string[] {
  const builtIn = versions.filter((v) => v.origin === 'built-in').map((v) => v.id)
  const others = [...versions.map((v) => v.id), ...Object.keys(choices)].sort()
  return [...new Set([...builtIn, ...others])]
}

function composeOne(id: string, snapshot: Snapshot, around: Around, taken: Owned[]): ComposedSection {
  const versions = snapshot.versions.filter((v) => v.id === id)
  const choice = snapshot.choices[id] ?? {}
  const selected = chosenVersion(snapshot, id)
  // A section that is installed but was never chosen is disabled.
  if (choice.disabled === true || (choice.use === undefined && selected === undefined)) return { state: 'disabled', id }

  const check = selected ? checkVersion(selected, around, taken) : missing(id, choice.use ?? '')
  const fallback = lastGood(versions, selected, choice, around, taken)
  const shown = check.kind === 'ok' ? check.section : (fallback ?? (check.kind === 'broken' ? check.manifest : null))
  if (shown) taken.push({ ...shown, id })

  switch (check.kind) {
    case 'ok':
      return { state: 'ok', id, section: check.section, fallback }
    case 'incompatible': {
      const { version, routes, nav } = check.manifest
      return { state: 'incompatible', id, version, routes, nav, needs: check.needs, has: check.has, fallback }
    }
    case 'broken': {
      const version = choice.use ?? selected?.version ?? null
      const places = check.manifest && { routes: check.manifest.routes, nav: check.manifest.nav }
      return { state: 'broken', id, version, reason: check.reason, ...places, fallback }
    }
  }
}

const missing = (id: string, version: string): Check => ({
  kind: 'broken',
  reason: `Version ${version} of ${id} is chosen, but not installed.`,
  manifest: null,
})

/** The checks of the handshake that need no browser, in their order. */
function checkVersion(
  { id, base, verdict }: SectionVersion,
  { shell, serverVersion }: Around,
  taken: readonly Owned[],
): Check {
  const { manifest } = verdict
  const conflict = manifest && conflictWith({ ...manifest, id }, taken)
  if (verdict.kind === 'bad') {
    const own = manifest?.id === id && conflict === null
    return { kind: 'broken', reason: verdict.reason, manifest: own ? manifest : null }
  }
  const { requires } = verdict.manifest
  const unmet = [
    ...unmetRange('shell API', requires.shellApi, shell.api),
    ...unmetRange('server', requires.server, serverVersion),
    ...Object.entries(requires.shared).flatMap(([name, range]) =>
      unmetRange(name, range, Object.hasOwn(shell.shared, name) ? shell.shared[name] : undefined),
    ),
  ][0]
  if (unmet) return { kind: 'incompatible', manifest: verdict.manifest, ...unmet }
  if (conflict !== null) return { kind: 'broken', reason: conflict, manifest: null }
  const { messages: _, translations: __, ...served } = verdict.manifest
  return { kind: 'ok', section: { ...served, base } }
}

function unmetRange(what: string, range: string | undefined, has: string | undefined) {
  if (range === undefined) return []
  const fits = has !== undefined && semver.satisfies(has, range, { includePrerelease: true })
  return fits ? [] : [{ needs: `${what} ${range}`, has: has ?? 'none' }]
}

/**
 * The newest version that no account has reported, else the one that the fewest have reported. Never newer than the one
 * that fails; another build with its number comes last.
 */
function lastGood(
  versions: readonly SectionVersion[],
  selected: SectionVersion | undefined,
  { use }: Choice,
  around: Around,
  taken: readonly Owned[],
): ServedSection | null {
  const limit = semver.valid(use ?? selected?.version)
  const older = versions
    .filter((v) => semver.valid(v.version) && (limit === null || semver.lte(v.version ?? '', limit)))
    .toSorted((a, b) => semver.rcompare(a.version ?? '', b.version ?? ''))
  const reportsOf = ({ base }: SectionVersion) => around.reported?.get(base) ?? 0
  const isOther = ({ version }: SectionVersion) => version !== (use ?? selected?.version)
  const byReports = older.filter(isOther).toSorted((a, b) => reportsOf(a) - reportsOf(b))
  const sameNumber = older.filter((v) => !isOther(v) && v.origin === 'built-in')
  for (const candidate of [...byReports, ...sameNumber]) {
    if (candidate === selected) continue
    const check = checkVersion(candidate, around, taken)
    if (check.kind === 'ok') return check.section
  }
  return null
}

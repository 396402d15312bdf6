import { createHash, randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import semver from 'semver'
import { noChoices, readChoices, writeChoices, type Choice, type Choices } from './section-choices.ts'
import { packFiles } from './build-files.ts'
import { chosenVersion } from './chosen-version.ts'
import { conflictWith, type Owned } from './section-conflicts.ts'
import {
  type ResetSection,
  SectionStoreError,
  type SectionStore,
  type SectionVersion,
  type Snapshot,
} from './section-versions.ts'
import { inspectVersion } from './version-folder.ts'

export interface BuiltIn {
  readonly id: string
  /** Holds a section.json once built. */
  readonly folder: string
}

interface Places {
  readonly dataDir: string
  readonly builtIn: readonly BuiltIn[]
  readonly copyFile?: (from: string, to: string) => void
}

const idPattern = /^[a-z][a-z0-9-]{0,39}$/
const versionPattern = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

/** Versions in `data/ui/sections/<id>/<version>/`, choices in `data/ui/sections.json`. Both are read again whenever they change. */
export function fileSectionStore({ dataDir, builtIn, copyFile = copyFileSync }: Places): SectionStore {
  const root = join(dataDir, 'ui', 'sections')
  const choicesPath = join(dataDir, 'ui', 'sections.json')
  const inspected = new Map<string, { stamp: string; version: SectionVersion }>()
  let current: { stamp: string; snapshot: Snapshot } | undefined
  let lastRead = noChoices

  const stampOfFolder = (folder: string) => {
    const entry = inspected.get(folder)?.version.verdict.manifest?.entry
    return [folder, join(folder, 'section.json'), ...(entry ? [join(folder, entry)] : [])].map(stampOf).join('/')
  }

  /** Inspects a folder once, and again when its list of files, its section.json or its entry changes. */
  function inspect(folder: string, look: () => SectionVersion): SectionVersion {
    const known = inspected.get(folder)
    if (known !== undefined && known.stamp === stampOfFolder(folder)) return known.version
    const version = look()
    inspected.set(folder, { stamp: '', version })
    inspected.set(folder, { stamp: stampOfFolder(folder), version })
    return version
  }

  const installedFolders = () =>
    names(root)
      .filter((id) => idPattern.test(id))
      .flatMap((id) =>
        names(join(root, id))
          .filter((version) => versionPattern.test(version))
          .map((version) => ({ id, version, folder: join(root, id, version) })),
      )

  function snapshot(): Snapshot {
    const installed = installedFolders()
    const stamp = [
      stampOf(choicesPath),
      ...[...builtIn, ...installed].map(({ folder }) => `${folder}=${stampOfFolder(folder)}`),
    ].join('|')
    if (current?.stamp === stamp) return current.snapshot
    const read = readChoices(choicesPath)
    if (read.kind === 'read') lastRead = read.choices
    const versions = [
      ...builtIn.map((place) => inspect(place.folder, () => lookAtBuiltIn(place))),
      ...installed.map((place) => inspect(place.folder, () => lookAtInstalled(place))),
    ]
    const next = { versions, choices: lastRead, choicesProblem: read.kind === 'read' ? null : read.reason }
    current = { stamp, snapshot: next }
    return next
  }

  /** Changes the choices that are on disk now: another process may have written them. */
  function choose(change: (choices: Choices) => Choices): void {
    const read = readChoices(choicesPath)
    if (read.kind === 'unreadable') {
      throw new SectionStoreError(`${read.reason} Fix the file, or reset it with "holdall ui reset".`)
    }
    writeChoices(choicesPath, change(read.choices))
  }
  const set = (id: string, change: (choice: Choice) => Choice) =>
    choose((choices) => ({ ...choices, [id]: change(choices[id] ?? {}) }))

  const isBuiltIn = (id: string) => builtIn.some((place) => place.id === id)
  const versionsOf = (id: string) => snapshot().versions.filter((v) => v.id === id)
  /** An installed version takes precedence over the built-in one with the same number. */
  const find = (id: string, version: string) => versionsOf(id).findLast((v) => v.version === version)

  function mustKnow(id: string): void {
    if (versionsOf(id).length === 0 && !(id in snapshot().choices)) {
      throw new SectionStoreError(`There is no section "${id}". "holdall ui list" shows those there are.`)
    }
  }

  /** The manifest of every other section: of the chosen version, else of the newest. */
  function owned(id: string): Owned[] {
    const now = snapshot()
    const others = [...new Set(now.versions.map((v) => v.id))].filter((other) => other !== id)
    return others.flatMap((other) => {
      const version = chosenVersion(now, other) ?? newestOf(now.versions.filter((v) => v.id === other))
      return version?.verdict.kind === 'good' ? [version.verdict.manifest] : []
    })
  }

  return {
    snapshot,

    folderOf(id, segment) {
      const base = `/ui/sections/${id}/${segment}/`
      return snapshot().versions.find((version) => version.base === base)?.folder ?? null
    },

    install(folder) {
      const verdict = inspectVersion(folder, null)
      if (verdict.kind === 'bad') {
        throw new SectionStoreError(`This is no section that can be installed. ${verdict.reason}`)
      }
      const { manifest } = verdict
      const packed = Object.keys(manifest.integrity).find((name) => /\.(br|gz)$/.test(name))
      if (packed !== undefined) {
        throw new SectionStoreError(`Its section.json names ${packed}. Packed copies are made here: leave them out.`)
      }
      const there = find(manifest.id, manifest.version)
      if (there !== undefined) {
        // Both match their section.json, file by file.
        if (there.verdict.kind === 'good' && isDeepStrictEqual(there.verdict.manifest, manifest))
          return { manifest, outcome: 'known' }
        throw new SectionStoreError(
          `${manifest.id} ${manifest.version} is there already, with other contents. A version never changes: give this one a new number.`,
        )
      }
      const conflict = conflictWith(manifest, owned(manifest.id))
      if (conflict !== null) throw new SectionStoreError(`It cannot be installed. ${conflict}`)
      const temporary = join(root, manifest.id, `.${randomUUID()}.tmp`)
      try {
        const files = Object.keys(manifest.integrity)
        copyFiles(folder, temporary, ['section.json', ...files], copyFile)
        const copied = inspectVersion(temporary, manifest)
        if (copied.kind === 'bad') throw new SectionStoreError(`The copy is not whole. ${copied.reason}`)
        packFiles(temporary, files)
        renameSync(temporary, join(root, manifest.id, manifest.version))
      } finally {
        rmSync(temporary, { recursive: true, force: true })
      }
      return { manifest, outcome: 'installed' }
    },

    use(id, version) {
      mustKnow(id)
      const selected = find(id, version)
      if (selected === undefined) {
        const known = [...new Set(versionsOf(id).map((v) => v.version))].join(', ')
        throw new SectionStoreError(`${id} ${version} is not installed. Installed: ${known || 'none'}.`)
      }
      const target = selected.origin === 'installed' ? version : undefined
      set(id, (choice) => (choice.use === target ? choice : swap(choice, target)))
    },

    rollback(id) {
      mustKnow(id)
      const choice = snapshot().choices[id] ?? {}
      if (choice.use === undefined && choice.previous === undefined) {
        throw new SectionStoreError(`${id} runs the build's own version; there is nothing before it.`)
      }
      if (choice.previous !== undefined && find(id, choice.previous) === undefined) {
        throw new SectionStoreError(`${id} ${choice.previous} was in use before, but is not installed any more.`)
      }
      set(id, (now) => swap(now, now.previous))
      return choice.previous ?? null
    },

    reset(id) {
      if (id !== null) mustKnow(id)
      if (id !== null && !isBuiltIn(id)) {
        throw new SectionStoreError(
          `${id} did not come with Holdall: there is no built-in version. Turn it off with "holdall ui disable ${id}".`,
        )
      }
      if (id === null && readChoices(choicesPath).kind === 'unreadable') {
        writeChoices(choicesPath, {})
        return null
      }
      const changed: ResetSection[] = []
      choose((choices) => {
        const isReset = (key: string) => isBuiltIn(key) && (id ?? key) === key
        for (const [key, before] of Object.entries(choices))
          if (isReset(key) && (before.use !== undefined || before.disabled === true)) changed.push({ id: key, before })
        return Object.fromEntries(Object.entries(choices).filter(([key]) => !isReset(key)))
      })
      return changed
    },

    setDisabled(id, disabled) {
      mustKnow(id)
      set(id, ({ use, previous }) => choiceOf(use, previous, disabled))
    },
  }
}

/** `undefined` stands for the built-in version, as the one in use and as the previous one. */
const swap = ({ use, disabled }: Choice, next: string | undefined) => choiceOf(next, use, disabled ?? false)

function choiceOf(use: string | undefined, previous: string | undefined, disabled: boolean): Choice {
  return {
    ...(use === undefined ? {} : { use }),
    ...(previous === undefined ? {} : { previous }),
    ...(disabled ? { disabled } : {}),
  }
}

const newestOf = (versions: readonly SectionVersion[]): SectionVersion | undefined =>
  versions
    .filter(({ version }) => semver.valid(version) !== null)
    .toSorted((a, b) => semver.compare(a.version ?? '', b.version ?? ''))
    .at(-1)

function lookAtInstalled(place: { id: string; version: string; folder: string }): SectionVersion {
  const base = `/ui/sections/${place.id}/${place.version}/`
  return { ...place, origin: 'installed', base, verdict: inspectVersion(place.folder, place) }
}

/**
 * The address contains a hash of the contents: a rebuild keeps its version, but must not get files that a browser has
 * cached.
 */
function lookAtBuiltIn({ id, folder }: BuiltIn): SectionVersion {
  const verdict = inspectVersion(folder, { id })
  const version = verdict.manifest?.version ?? null
  const contentHash = createHash('sha256').update(JSON.stringify(verdict.manifest)).digest('hex').slice(0, 10)
  return { id, version, origin: 'built-in', folder, base: `/ui/sections/${id}/${version}~${contentHash}/`, verdict }
}

/** Copies only what was verified: neither links nor files that section.json does not name. */
function copyFiles(
  from: string,
  to: string,
  files: readonly string[],
  copyFile: NonNullable<Places['copyFile']>,
): void {
  for (const name of files) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    copyFile(join(from, name), join(to, name))
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.ino}.${stat.size}.${stat.mtimeMs}` : '-'
}

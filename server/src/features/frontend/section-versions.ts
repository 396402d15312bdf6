import type { SectionManifest } from '@holdall/api'
import semver from 'semver'
import type { Choice, Choices } from './section-choices.ts'
import type { Verdict } from './version-folder.ts'

/** An available version of a section. */
export interface SectionVersion {
  readonly id: string
  /** Null when its section.json does not say. */
  readonly version: string | null
  readonly origin: 'built-in' | 'installed'
  readonly folder: string
  /** Where its files are served: ends in a slash. The bytes at an address never change. */
  readonly base: string
  readonly verdict: Verdict
}

/** Identifies the contents of a version in its section: the last part of its address. */
export const buildOf = ({ base }: Pick<SectionVersion, 'base'>): string => base.split('/').at(-2) ?? ''

/** In the order of semver; builds without a valid version come first. */
export function byVersion(a: SectionVersion, b: SectionVersion): number {
  const [one, other] = [semver.valid(a.version), semver.valid(b.version)]
  return one === null || other === null ? Number(one !== null) - Number(other !== null) : semver.compare(one, other)
}

/** The available versions and the choices at one moment. The same object for as long as nothing changes. */
export interface Snapshot {
  readonly versions: readonly SectionVersion[]
  readonly choices: Choices
  /** Why the choices could not be read; those read last, or none, are in effect. */
  readonly choicesProblem: string | null
}

/** A section that a reset has changed, with its choice before. */
export interface ResetSection {
  readonly id: string
  readonly before: Choice
}

/** A command of the operator that is refused, with a message. */
export class SectionStoreError extends Error {
  override readonly name = 'SectionStoreError'
}

/** Where versions of sections are kept and chosen. Choices take effect at the next snapshot, in every process. */
export interface SectionStore {
  snapshot(): Snapshot
  /** The folder behind `/ui/sections/<id>/<segment>/`, or null. */
  folderOf(id: string, segment: string): string | null
  /** Checks and installs the section in a folder; `known` when it is installed already. */
  install(folder: string): { readonly manifest: SectionManifest; readonly outcome: 'installed' | 'known' }
  use(id: string, version: string): void
  /** Returns to the previous version; the result is null for the built-in one. */
  rollback(id: string): string | null
  /**
   * Returns one section, or all that have one, to the built-in version, and turns it on. The result is what they were
   * before; with choices that cannot be read, null: all choices are deleted then.
   */
  reset(id: string | null): readonly ResetSection[] | null
  setDisabled(id: string, disabled: boolean): void
}

import type { SectionManifest } from '@holdall/api'
import type { Choices } from './section-choices.ts'
import type { Verdict } from './version-folder.ts'

/** One version of one section that is at hand. */
export interface SectionVersion {
  readonly id: string
  /** Null where the folder does not say. */
  readonly version: string | null
  readonly origin: 'built-in' | 'installed'
  readonly folder: string
  /** Where its files are served: ends in a slash. The bytes at an address never change. */
  readonly base: string
  readonly verdict: Verdict
}

/** What is at hand and chosen at one moment. The same object for as long as nothing changes. */
export interface Snapshot {
  readonly versions: readonly SectionVersion[]
  readonly choices: Choices
  /** Why the choices could not be read; those read last, or none, are in force. */
  readonly choicesProblem: string | null
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
  /** Takes the folder's section in, checked; `known` when the very same is there already. */
  install(folder: string): { readonly manifest: SectionManifest; readonly outcome: 'installed' | 'known' }
  use(id: string, version: string): void
  /** Back to what was in use before; answers with it, null being the build's own. */
  rollback(id: string): string | null
  /** Back to the build's own version of one section, or of all. */
  reset(id: string | null): void
  setDisabled(id: string, disabled: boolean): void
}

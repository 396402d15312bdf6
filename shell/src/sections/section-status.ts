import type { ComposedSection, ServedSection } from '@holdall/api'
import type { SectionStatus } from '@holdall/section'
import { Incompatible } from './handshake.ts'
import { asFailure, SectionFailure } from './section-failure.ts'

/** Versions to load, the newest first. */
export function candidates(section: ComposedSection | undefined): readonly ServedSection[] {
  if (!section || section.state === 'disabled') return []
  const newest = section.state === 'ok' ? [section.section] : []
  return section.fallback ? [...newest, section.fallback] : newest
}

/** Why the newest version is not loaded at all; null when it can be. */
export function refusalOf(id: string, section: ComposedSection | undefined): Error | null {
  switch (section?.state) {
    case undefined:
      return new SectionFailure('broken', `No section ${id} is installed`)
    case 'disabled':
      return new SectionFailure('broken', `Section ${id} is turned off`)
    case 'broken':
      return new SectionFailure('broken', section.reason)
    case 'incompatible':
      return new Incompatible(section.needs, section.has)
    case 'ok':
      return null
  }
}

/** The status of a section that nothing has loaded yet. */
export function firstStatus(section: ComposedSection): SectionStatus {
  if (section.state === 'disabled') return { state: 'disabled' }
  const refusal = candidates(section).length > 0 ? null : refusalOf(section.id, section)
  return refusal ? statusOf(refusal) : { state: 'idle' }
}

/** The status of a section that could not be loaded. */
export function statusOf(reason: unknown): SectionStatus {
  if (reason instanceof Incompatible) return { state: 'incompatible', needs: reason.needs, has: reason.has }
  const { problem, message, address } = asFailure(reason, '')
  return { state: 'failed', problem, reason: message, address }
}

import type { SectionVersion, Snapshot } from './section-versions.ts'

/**
 * The version that is chosen for a section: by the operator, else the built-in one. Of two with one number, the
 * installed one.
 */
export function chosenVersion({ versions, choices }: Snapshot, id: string): SectionVersion | undefined {
  const use = choices[id]?.use
  const own = versions.filter((v) => v.id === id)
  return use === undefined ? own.find((v) => v.origin === 'built-in') : own.findLast((v) => v.version === use)
}

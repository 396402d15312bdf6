import type { SectionVersion, Snapshot } from './section-versions.ts'

/** The version that a section is to run: the operator's choice, else the build's own. An installed one goes before the build's of the same number. */
export function chosenVersion({ versions, choices }: Snapshot, id: string): SectionVersion | undefined {
  const use = choices[id]?.use
  const own = versions.filter((v) => v.id === id)
  return use === undefined ? own.find((v) => v.origin === 'built-in') : own.findLast((v) => v.version === use)
}

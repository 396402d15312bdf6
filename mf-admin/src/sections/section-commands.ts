import { type SectionReport, versionOf } from './sections-queries.ts'

export interface Command {
  readonly purpose: 'list' | 'install' | 'use' | 'rollback' | 'reset'
  readonly command: string
}

/** The operator's commands, with a section and a version that this server has as examples. */
export function commandsFor(sections: readonly SectionReport[]): readonly Command[] {
  const choice = sections.flatMap(({ composed, installed }) => {
    const other = installed.find(({ version, problem }) => problem === null && version !== versionOf(composed))
    return other ? [{ id: composed.id, version: other.version }] : []
  })[0]
  const swapped = sections.find(({ origin }) => origin === 'installed')?.composed.id
  return [
    { purpose: 'list', command: 'npm run holdall -- ui list' },
    { purpose: 'install', command: 'npm run holdall -- ui install FILE' },
    ...(choice
      ? [{ purpose: 'use', command: `npm run holdall -- ui use ${choice.id} ${choice.version}` } as const]
      : []),
    ...(swapped
      ? [
          { purpose: 'rollback', command: `npm run holdall -- ui rollback ${swapped}` } as const,
          { purpose: 'reset', command: 'npm run holdall -- ui reset' } as const,
        ]
      : []),
  ]
}

import type { ComposedSection } from '@holdall/api'
import { chosenVersion } from '../features/frontend/chosen-version.ts'
import type { FailureRow } from '../features/admin/sections/section-failure.store.ts'
import { buildOf, byVersion, type SectionVersion } from '../features/frontend/section-versions.ts'
import type { Ui } from '../features/frontend/frontend.ts'
import { table, type Terminal } from './output.ts'

interface Reported {
  readonly dataDir: string
  /** A sentence where they cannot be read. */
  readonly failures: readonly FailureRow[] | string
}

/** Shell, sections and versions, and a sentence for each problem of a section. */
export function listSections(ui: Ui, { dataDir, failures }: Reported, terminal: Terminal): void {
  const { manifest } = ui.shell()
  const snapshot = ui.store.snapshot()
  terminal.out(`Server ${ui.serverVersion}, shell ${manifest.version}, shell API ${manifest.api}`)
  terminal.out(`Data folder ${dataDir}`)
  terminal.out('')
  const { sections } = ui.sections()
  const rowsOfAccounts = typeof failures === 'string' ? [] : failures
  const rows = sections.flatMap((composed) => {
    const own = snapshot.versions.filter((v) => v.id === composed.id).toSorted(byVersion)
    const before = snapshot.choices[composed.id]?.previous
    const used = chosenVersion(snapshot, composed.id)
    return own.map((v, index) => [
      index === 0 ? composed.id : '',
      v.version ?? '?',
      v.origin,
      usageOf(v, { isUsed: v === used && composed.state !== 'disabled', before }),
      v.verdict.kind === 'bad' ? 'broken' : '',
      reportsOf(v, rowsOfAccounts),
    ])
  })
  for (const line of table(rows)) terminal.out(line)
  const problems = [
    ...ui
      .notInstalled()
      .map(({ id, folder }) => `${id} is built here, but not installed: holdall ui install ${folder}`),
    ...(snapshot.choicesProblem === null ? [] : [snapshot.choicesProblem]),
    ...sections.flatMap(problemOf),
  ]
  problems.push(...(typeof failures === 'string' ? [failures] : lastReports(failures, snapshot.versions)))
  if (problems.length > 0) terminal.out('')
  for (const problem of problems) terminal.out(problem)
}

function problemOf(composed: ComposedSection): string[] {
  if (composed.state === 'ok') return []
  if (composed.state === 'disabled') return [`${composed.id} is off.`]
  const fallback = composed.fallback === null ? '' : ` ${composed.fallback.version} is used instead.`
  const what =
    composed.state === 'broken'
      ? `is broken. ${composed.reason}`
      : `does not fit: it needs ${composed.needs}, and here is ${composed.has}.`
  return [`${composed.id} ${composed.version ?? ''}`.trimEnd() + ` ${what}${fallback}`]
}

function usageOf({ version }: SectionVersion, { isUsed, before }: { isUsed: boolean; before: string | undefined }) {
  if (isUsed) return 'in use'
  return version !== null && version === before ? 'in use before' : ''
}

const isAbout = (v: SectionVersion) => (row: FailureRow) => row.section === v.id && row.build === buildOf(v)

function reportsOf(version: SectionVersion, failures: readonly FailureRow[]): string {
  const accounts = failures.filter(isAbout(version)).length
  if (accounts === 0) return ''
  return `reported by ${accounts === 1 ? 'one account' : `${accounts} accounts`}`
}

/** The newest report about each version. */
function lastReports(failures: readonly FailureRow[], versions: readonly SectionVersion[]): string[] {
  return versions.toSorted(byVersion).flatMap((version) => {
    const newest = failures.find(isAbout(version))
    if (!newest) return []
    const at = new Date(Number(newest.reported_at)).toISOString()
    // A browser has sent it: control characters would be commands to the terminal.
    const reason = newest.reason.replaceAll(/\p{C}/gu, ' ')
    return [`${newest.section} ${newest.version} did not work in a browser, last at ${at}: ${reason}`]
  })
}

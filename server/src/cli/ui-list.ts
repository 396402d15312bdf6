import type { ComposedSection } from '@holdall/api'
import { chosenVersion } from '../features/frontend/chosen-version.ts'
import type { Ui } from '../features/frontend/frontend.ts'
import { table, type Terminal } from './output.ts'

/** Shell, sections and versions, and a sentence for each problem of a section. */
export function listSections(ui: Ui, dataDir: string, terminal: Terminal): void {
  const { manifest } = ui.shell()
  const snapshot = ui.store.snapshot()
  terminal.out(`Server ${ui.serverVersion}, shell ${manifest.version}, shell API ${manifest.api}`)
  terminal.out(`Data folder ${dataDir}`)
  terminal.out('')
  const { sections } = ui.sections()
  const rows = sections.flatMap((composed) => {
    const own = snapshot.versions.filter((v) => v.id === composed.id)
    const used = chosenVersion(snapshot, composed.id)
    return own.map((v, index) => [
      index === 0 ? composed.id : '',
      v.version ?? '?',
      v.origin,
      v === used && composed.state !== 'disabled' ? 'in use' : '',
      v.verdict.kind === 'bad' ? 'broken' : '',
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

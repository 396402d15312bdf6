import type { Ui } from '../features/frontend/frontend.ts'
import type { ResetSection } from '../features/frontend/section-versions.ts'

/** Resets one section, or all that came with Holdall. The lines say what has changed, and what has not. */
export function resetSections(ui: Ui, id: string | null): string[] {
  const changed = ui.store.reset(id)
  const { versions, choices } = ui.store.snapshot()
  const isBuiltIn = (key: string) => versions.some((v) => v.id === key && v.origin === 'built-in')
  const foreign = [...new Set([...versions.map((v) => v.id), ...Object.keys(choices)])].filter((key) => !isBuiltIn(key))
  if (changed === null) {
    return [
      'The choices could not be read and are deleted. The built-in version of each section is in use.',
      ...foreign.map(
        (key) => `${key} did not come with Holdall and is off. Use it again with: holdall ui use ${key} VERSION`,
      ),
    ]
  }
  const lines = changed.map((section) => lineOf(section, ui))
  if (lines.length === 0)
    lines.push(
      id === null
        ? 'Nothing to reset: the built-in versions are in use.'
        : `${id} has its built-in version in use already.`,
    )
  else lines.push('It shows at the next page load.')
  if (id !== null) return lines
  const kept = foreign.filter((key) => choices[key] !== undefined)
  return [...lines, ...kept.map((key) => `${key} did not come with Holdall and stays ${stateOf(choices[key] ?? {})}.`)]
}

function lineOf({ id, before }: ResetSection, ui: Ui): string {
  const { versions } = ui.store.snapshot()
  const builtIn = versions.find((v) => v.id === id && v.origin === 'built-in')?.version ?? 'the built-in version'
  const was = before.disabled === true ? 'off' : `at ${before.use ?? builtIn}`
  return `${id} is back at ${builtIn}, which came with Holdall; it was ${was}.`
}

const stateOf = ({ use, disabled }: { readonly use?: string | undefined; readonly disabled?: boolean | undefined }) =>
  disabled === true || use === undefined ? 'off' : `at ${use}`

import type { ZipSelection } from '@holdall/api'
import type { Target } from './file-action.ts'

/** What a zip of a target contains, as the calls that prepare one take it. */
export function zipSelectionOf(target: Target): ZipSelection {
  const [selection] = target.wire()
  if (selection && 'all' in selection) return selection
  return { items: target.entries.map(({ id }) => ({ id })) }
}

import { relative } from 'node:path'
import { buildFingerprints } from '../../../scripts/lib/fingerprint.mjs'
import { repository, type Mode } from './webpack-common.ts'

/**
 * Names one build in a page's globals: two builds of one version in the same page would otherwise hand out each other's
 * modules. Made of all that the build reads. Empty in development, and for a folder that is no workspace.
 */
export function buildMark(dir: string, mode: Mode): string {
  if (mode === 'development') return ''
  const known = buildFingerprints(mode).find(({ app }) => app === relative(repository, dir))
  return known ? `_${known.fingerprint.slice(0, 10)}` : ''
}

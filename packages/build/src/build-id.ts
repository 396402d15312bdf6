import { relative } from 'node:path'
import { buildFingerprints } from '../../../scripts/lib/fingerprint.mjs'
import { repository, type Mode } from './webpack-common.ts'

/**
 * Suffix for the names of a build's globals, from the fingerprint of all that the build reads. Without it two builds of
 * one version in the same page would share their modules. Empty in development, and for a folder that is not a
 * workspace.
 */
export function buildSuffix(dir: string, mode: Mode): string {
  if (mode === 'development') return ''
  const known = buildFingerprints(mode).find(({ app }) => app === relative(repository, dir))
  return known ? `_${known.fingerprint.slice(0, 10)}` : ''
}

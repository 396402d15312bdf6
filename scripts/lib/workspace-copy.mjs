import { cpSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './paths.mjs'

const leftOut = new Set(['.cache', '.git', 'data'])
// Tests that run meanwhile write and delete their results.
const isSource = (path) => !['dist', '.cache', 'test-results'].includes(basename(path))

/**
 * Copies the project's sources without builds into the existing folder `to`. Its node_modules are links to those of the
 * project.
 */
export function copyWorkspace(to) {
  for (const name of readdirSync(root)) {
    if (leftOut.has(name)) continue
    if (name === 'node_modules') symlinkSync(join(root, name), join(to, name))
    else {
      cpSync(join(root, name), join(to, name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: isSource,
      })
    }
  }
}

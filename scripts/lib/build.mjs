import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFingerprints } from './fingerprint.mjs'
import { env, node, root } from './paths.mjs'

const atOnce = 2
const noteOf = (app) => join(root, app, 'dist', '.fingerprint')

/** Apps whose dist is not what their sources say. */
export function staleApps(mode = 'production') {
  return buildFingerprints(mode).filter(({ app, fingerprint }) => {
    const note = noteOf(app)
    return !existsSync(note) || readFileSync(note, 'utf8') !== fingerprint
  })
}

/** Apps that were never built. */
export const unbuiltApps = (mode = 'production') =>
  buildFingerprints(mode).filter(({ app }) => !existsSync(noteOf(app)))

/** Builds the apps given, each in a process of its own. Throws with their names when some fail. */
export async function build(apps, mode = 'production') {
  const waiting = [...apps]
  const failed = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { app, fingerprint } = next
      if ((await buildOne(app, mode)) === 0) writeFileSync(noteOf(app), fingerprint)
      else failed.push(app)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  if (failed.length > 0) throw new Error(`The build of ${failed.join(', ')} failed.`)
}

function buildOne(app, mode) {
  const script = join(root, 'packages/build/src/build-one.ts')
  const child = spawn(node, [script, join(root, app), mode], { cwd: root, env, stdio: ['ignore', 2, 2] })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

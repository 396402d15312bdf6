import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFingerprints } from './fingerprint.mjs'
import { env, node, root } from './paths.mjs'

const MAX_PARALLEL_BUILDS = 2
const fingerprintFile = (app) => join(root, app, 'dist', '.fingerprint')

/** Apps whose sources have changed since their last build. */
export function staleApps(mode = 'production') {
  return buildFingerprints(mode).filter(({ app, fingerprint }) => {
    const file = fingerprintFile(app)
    return !existsSync(file) || readFileSync(file, 'utf8') !== fingerprint
  })
}

/** Apps that were never built. */
export const unbuiltApps = (mode = 'production') =>
  buildFingerprints(mode).filter(({ app }) => !existsSync(fingerprintFile(app)))

/** Builds apps, each in a process of its own. Throws with the names of those that fail. */
export async function build(apps, mode = 'production') {
  const waiting = [...apps]
  const failed = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { app, fingerprint } = next
      if ((await buildOne(app, mode)) === 0) writeFileSync(fingerprintFile(app), fingerprint)
      else failed.push(app)
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL_BUILDS }, worker))
  if (failed.length > 0) throw new Error(`The build of ${failed.join(', ')} failed.`)
}

/** Builds the modules of the server that have changed. Throws when one cannot be built. */
export function buildServer() {
  const script = join(root, 'scripts/lib/strip-types.mjs')
  const args = ['--disable-warning=ExperimentalWarning', script]
  const { status } = spawnSync(node, args, { cwd: root, env, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The build of the server failed.')
}

function buildOne(app, mode) {
  const script = join(root, 'packages/build/src/build-one.ts')
  const child = spawn(node, [script, join(root, app), mode], { cwd: root, env, stdio: ['ignore', 2, 2] })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

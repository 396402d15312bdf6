import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installFingerprint } from './fingerprint.mjs'
import { node, root } from './paths.mjs'

const note = join(root, 'node_modules/.cache/holdall/installed')
const pnpm = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager

/** Installs the packages when they are not what the lock file says. Throws with a message. */
export function install() {
  const fingerprint = installFingerprint()
  if (existsSync(node) && existsSync(note) && readFileSync(note, 'utf8') === fingerprint) return
  process.stderr.write('Installing packages …\n')
  // Tools that build and test are development dependencies, whatever NODE_ENV says.
  const args = ['--yes', pnpm, 'install', '--frozen-lockfile', '--prod=false', '--config.confirm-modules-purge=false']
  const { status, error } = spawnSync('npx', args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`Installing the packages failed${error ? `: ${error.message}` : '.'}`)
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, fingerprint)
}

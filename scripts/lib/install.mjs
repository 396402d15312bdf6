import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installFingerprint } from './fingerprint.mjs'
import { node, root } from './paths.mjs'

const fingerprintFile = join(root, 'node_modules/.cache/holdall/installed')
const pnpm = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager

/** Installs the packages when manifests or the lock file have changed. Throws with a message. */
export function install() {
  const fingerprint = installFingerprint()
  if (existsSync(node) && existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint) return
  process.stderr.write('Installing packages …\n')
  // Development dependencies too, which build and test, also where NODE_ENV is production.
  const args = ['--yes', pnpm, 'install', '--frozen-lockfile', '--prod=false', '--config.confirm-modules-purge=false']
  const { status, error } = spawnSync('npx', args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`Installing the packages failed${error ? `: ${error.message}` : '.'}`)
  mkdirSync(dirname(fingerprintFile), { recursive: true })
  writeFileSync(fingerprintFile, fingerprint)
}

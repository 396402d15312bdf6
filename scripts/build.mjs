// `npm run build [app …] [--force] [--development]`: builds the apps whose sources have changed, and the modules
// of the server.
import { build, buildServer, staleApps } from './lib/build.mjs'
import { buildFingerprints } from './lib/fingerprint.mjs'

const args = process.argv.slice(2)
const mode = args.includes('--development') ? 'development' : 'production'
const names = args.filter((arg) => !arg.startsWith('--'))
try {
  const all = buildFingerprints(mode)
  const unknown = names.filter((name) => !all.some(({ app }) => app === name))
  if (unknown.length > 0)
    throw new Error(`There is no app ${unknown.join(', ')}; there are ${all.map(({ app }) => app).join(', ')}.`)
  const selected = args.includes('--force') ? all : staleApps(mode)
  await build(
    selected.filter(({ app }) => names.length === 0 || names.includes(app)),
    mode,
  )
  buildServer()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

// Run by `npm start` before the server: installs packages and builds what has changed. Runs on the machine's Node.
import { build, buildServer, staleApps } from './lib/build.mjs'
import { install } from './lib/install.mjs'

if (Number.parseInt(process.versions.node, 10) < 20) {
  process.stderr.write(`Holdall needs Node 20 or newer to install; this is ${process.versions.node}.\n`)
  process.exit(1)
}
try {
  install()
  const stale = staleApps()
  if (stale.length > 0) process.stderr.write(`Building ${stale.map(({ app }) => app).join(', ')} …\n`)
  await build(stale)
  buildServer()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

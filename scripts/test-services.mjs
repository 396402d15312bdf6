// `npm run test:services [-- <pattern> …]`: the tests that need programs of the system. Patterns select files by their
// paths; `e2e` alone selects the journeys in the browser.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { install } from './lib/install.mjs'
import { env } from './lib/paths.mjs'
import { heading, runStep } from './lib/steps.mjs'
import { builds, reports, services, servicesE2e } from './lib/suite.mjs'
import { summary } from './lib/summary.mjs'

/** By Debian's packages. */
const programs = {
  'ceph-common': ['ceph', 'radosgw-admin'],
  'ceph-mon': ['ceph-mon', 'monmaptool'],
  'ceph-osd': ['ceph-osd'],
  radosgw: ['radosgw'],
}

function isInstalled(program) {
  return env.PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const started = Date.now()
const done = []
try {
  const missing = Object.entries(programs).filter(([, needed]) => !needed.every(isInstalled))
  if (missing.length > 0) {
    const names = missing.flatMap(([, needed]) => needed.filter((program) => !isInstalled(program)))
    const packages = missing.map(([name]) => name)
    throw new Error(
      `These tests need an S3 server, Ceph’s. Missing: ${names.join(', ')}. On Debian: apt-get install --no-install-recommends ${packages.join(' ')}`,
    )
  }
  heading('install')
  install()
  mkdirSync(reports, { recursive: true })
  const patterns = process.argv.slice(2)
  const selected = patterns.length > 0 ? ['--testPathPatterns', ...patterns] : []
  const isE2eOnly = patterns.join() === 'e2e'
  if (!isE2eOnly) done.push(await runStep({ ...services, command: [...services.command, ...selected] }))
  if (isE2eOnly || patterns.length === 0) {
    done.push(await runStep(builds))
    if (done.at(-1).failed === 0) done.push(await runStep(servicesE2e))
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  done.push({ name: 'services', passed: 0, failed: 1, seconds: 0, notes: [] })
}
process.exitCode = summary(done, started) > 0 ? 1 : 0

import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env } from './paths.mjs'

/** By Debian's packages. */
const programs = {
  'ceph-common': ['ceph', 'radosgw-admin'],
  'ceph-mon': ['ceph-mon', 'monmaptool'],
  'ceph-osd': ['ceph-osd'],
  'nginx-light': ['nginx'],
  radosgw: ['radosgw'],
}

function isInstalled(program) {
  // Debian has nginx in a folder that is on the path of root only.
  return [...env.PATH.split(delimiter), '/usr/sbin'].some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Says which programs of the S3 server and of the proxy are missing, and how to install them; undefined where all are there. */
export function missingPrograms() {
  const missing = Object.entries(programs).filter(([, needed]) => !needed.every(isInstalled))
  if (missing.length === 0) return undefined
  const names = missing.flatMap(([, needed]) => needed.filter((program) => !isInstalled(program)))
  const packages = missing.map(([name]) => name)
  return `These tests need an S3 server, Ceph’s, and nginx. Missing: ${names.join(', ')}. On Debian: apt-get install --no-install-recommends ${packages.join(' ')}`
}

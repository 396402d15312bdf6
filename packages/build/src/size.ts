import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SectionManifest } from '@holdall/api'
import { builtFolders } from '../../../scripts/lib/workspaces.mjs'
import { onDemand, repository } from './webpack-common.ts'
import type { ShellManifest } from './shell/shell-plugin.ts'

/** The budget of a first visit of one screen. What it fetches is read from the lists for the server's preload links. */
interface Visit {
  readonly name: string
  readonly section: string
  readonly route: string
  /** At most this many bytes of JavaScript, compressed with brotli. */
  readonly bytes: number
  /** At most this many scripts. */
  readonly requests: number
}

const visits: readonly Visit[] = [
  { name: 'first sign-in page', section: 'mf-public', route: '/sign-in', bytes: 200_000, requests: 14 },
  { name: 'first file list', section: 'mf-platform', route: '/platform/files/:id?', bytes: 300_000, requests: 14 },
]
const MAX_CHUNK_BYTES = 150_000

/** Prints every size of the last production build with its budget. Returns whether all are within it. */
export function checkSizes(): boolean {
  const rows = [...visits.map(sizeOfVisit), ...builtFolders().map(largestChunk)]
  for (const { name, size, limit, note } of rows)
    console.log(
      `${size > limit ? 'over' : 'ok  '}  ${name.padEnd(34)} ${inKilobytes(size)} of ${inKilobytes(limit)}${note ? `  ${note}` : ''}`,
    )
  return rows.every(({ size, limit }) => size <= limit)
}

interface Row {
  readonly name: string
  readonly size: number
  readonly limit: number
  readonly note: string
}

function sizeOfVisit({ name, section, route, bytes, requests }: Visit): Row {
  const shell = JSON.parse(read('shell', 'shell.json')) as ShellManifest
  const manifest = SectionManifest.parse(JSON.parse(read(section, 'section.json')))
  const ofRoute = manifest.routePreload[route]
  if (!ofRoute) throw new Error(`${section} has no route ${route} any more; the size check names it.`)
  const own = [manifest.entry, ...manifest.preload, ...ofRoute, ...(manifest.localePreload?.['en-US'] ?? [])]
  const scripts = [
    ...[shell.early, ...shell.entry, ...shell.preload].map((file) => compressedSize('shell', file)),
    ...[...new Set(own)].map((file) => compressedSize(section, file)),
  ]
  const size = scripts.reduce((sum, one) => sum + one, 0)
  const count = scripts.length
  return {
    name,
    size: count > requests ? Infinity : size,
    limit: bytes,
    note: `${String(count)} of ${String(requests)} requests`,
  }
}

function largestChunk(app: string): Row {
  const scripts = readdirSync(join(repository, app, 'dist')).filter(
    (file) => file.endsWith('.js') && !onDemand.test(file),
  )
  const sizes = scripts.map((file) => compressedSize(app, file))
  return { name: `largest chunk of ${app}`, size: Math.max(0, ...sizes), limit: MAX_CHUNK_BYTES, note: '' }
}

const compressedSize = (app: string, file: string) => statSync(join(repository, app, 'dist', `${file}.br`)).size
const read = (app: string, file: string) => readFileSync(join(repository, app, 'dist', file), 'utf8')
const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)

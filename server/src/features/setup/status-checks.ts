import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { SetupCheck } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { minute } from '../../infrastructure/clock.ts'
import { databaseVersion } from '../../infrastructure/db/database-status.ts'
import { BYTES_PER_INODE, type ReadDisk, readFileSystem } from '../../infrastructure/disk-space.ts'
import type { MessageId, Text } from '../../infrastructure/messages/text-in.ts'
import { ffmpegVersion, findFfmpeg } from '../../infrastructure/thumbnails/ffmpeg.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { lastSettingChange, tryWriting } from './status-check.store.ts'

type Check = z.infer<typeof SetupCheck>
interface Found extends Pick<Check, 'state' | 'found'> {
  /** A message and what is in it. */
  readonly advice: { readonly id: MessageId; readonly values?: Parameters<Text>[1] } | null
}

const ok = (found: string): Found => ({ state: 'ok', found, advice: null })

type DatabaseDeps = Pick<Infrastructure, 'clock' | 'db' | 'engine' | 'transact'>
type Deps = DatabaseDeps & Pick<Infrastructure, 'config' | 'log'>

async function database({ db, engine, transact, clock }: DatabaseDeps): Promise<Found> {
  const version = await databaseVersion(db, engine)
  await transact((trx) => tryWriting(trx, clock.now()))
  if (engine === 'postgres' && Number.parseInt(version.split(' ')[1]!, 10) < 14) {
    return { state: 'warning', found: version, advice: { id: 'setup.check.database_version' } }
  }
  return ok(version)
}

/** Writes a file and removes it again. */
export async function checkDataFolder(dataDir: string): Promise<void> {
  const path = join(dataDir, `.check-${randomUUID()}`)
  const file = await open(path, 'wx')
  try {
    await file.write('holdall')
    await file.sync()
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

async function storage({ config }: Pick<Deps, 'config'>): Promise<Found> {
  await checkDataFolder(config.dataDir)
  return ok(config.dataDir)
}

const megabyte = 1_000_000

/** Of the machine, or what its container may use. */
function memory(): Found {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const found = String(bytes)
  if (bytes < 300 * megabyte) {
    return { state: 'failed', found, advice: { id: 'setup.check.memory_failed' } }
  }
  if (bytes < 900 * megabyte) {
    return { state: 'warning', found, advice: { id: 'setup.check.memory_warning' } }
  }
  return ok(found)
}

/** Whether the address of visitors is known behind a reverse proxy. */
function proxy({ headers, ip, socket }: FastifyRequest): Found {
  const names = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].filter((name) => headers[name])
  if (names.length === 0) {
    return headers['forwarded'] === undefined
      ? ok('none')
      : { ...ok('forwarded'), state: 'warning', advice: { id: 'setup.check.proxy' } }
  }
  const peer = socket.remoteAddress ?? ''
  if (headers['x-forwarded-for'] !== undefined && ip === peer) {
    return {
      state: 'warning',
      found: peer,
      advice: { id: 'setup.check.proxy_untrusted', values: { address: peer } },
    }
  }
  if (headers['x-forwarded-proto'] === undefined) {
    return {
      state: 'warning',
      found: peer,
      advice: { id: 'setup.check.proxy_protocol' },
    }
  }
  return ok(ip)
}

interface HostDeps extends Pick<Deps, 'config'> {
  readonly readDisk?: ReadDisk
}

async function space({ config, readDisk = readFileSystem }: HostDeps): Promise<Found> {
  const { freeBytes, inodes } = await readDisk(config.dataDir)
  const found = String(freeBytes)
  const bytesOfInodes = inodes ? inodes.free * BYTES_PER_INODE : Infinity
  const free = Math.min(freeBytes, bytesOfInodes)
  if (free >= 2000 * megabyte) return ok(found)
  const state = free < 100 * megabyte ? 'failed' : 'warning'
  if (inodes && bytesOfInodes < freeBytes) {
    return { state, found, advice: { id: 'setup.check.space_inodes', values: { inodes: inodes.free } } }
  }
  return { state, found, advice: { id: `setup.check.space_${state}` } }
}

async function time({ db, clock }: DatabaseDeps): Promise<Found> {
  const now = clock.now()
  const found = new Date(now).toISOString()
  // Before this program was written, or before its database was last changed.
  if (now < Date.UTC(2026, 0, 1) || (await lastSettingChange(db)) > now + 5 * minute) {
    return { state: 'failed', found, advice: { id: 'setup.check.clock_wrong' } }
  }
  return ok(found)
}

function address({ config }: Pick<Deps, 'config'>, request: FastifyRequest): Found {
  const reached = `${request.protocol}://${request.host}`
  if (config.publicUrl && config.publicUrl !== reached) {
    return {
      state: 'warning',
      found: config.publicUrl,
      advice: { id: 'setup.check.address_differs', values: { address: reached } },
    }
  }
  return ok(reached)
}

async function ffmpeg(): Promise<Found> {
  const path = await findFfmpeg()
  if (path === null) {
    return { state: 'ok', found: 'not installed', advice: { id: 'setup.check.ffmpeg_missing' } }
  }
  const version = await ffmpegVersion(path)
  if (version === null) return { state: 'warning', found: path, advice: { id: 'setup.check.ffmpeg' } }
  return ok(version)
}

type NamedCheck = readonly [Check['id'], () => Found | Promise<Found>]

/** Of the machine, the data folder and the programs on it. */
export const hostChecks = (services: HostDeps): readonly NamedCheck[] => [
  ['runtime', () => ok(`Node ${process.versions.node}`)],
  ['memory', memory],
  ['storage', () => storage(services)],
  ['space', () => space(services)],
  ['ffmpeg', ffmpeg],
]

/** Of what is found in the database. */
export const databaseChecks = (services: DatabaseDeps): readonly NamedCheck[] => [
  ['database', () => database(services)],
  ['clock', () => time(services)],
]

/** Of how a request reached this server. */
export const requestChecks = (services: Pick<Deps, 'config'>, request: FastifyRequest): readonly NamedCheck[] => [
  ['address', () => address(services, request)],
  ['proxy', () => proxy(request)],
]

/** The results in the order of `checks`, with advice in the language of `text`. A check that throws has failed. */
export function runChecks(
  checks: readonly NamedCheck[],
  text: Text,
  failed: (id: Check['id'], error: unknown) => void,
): Promise<Check[]> {
  return Promise.all(
    checks.map(async ([id, run]): Promise<Check> => {
      try {
        const { advice, ...rest } = await run()
        return { id, ...rest, advice: advice && text(advice.id, advice.values) }
      } catch (error) {
        failed(id, error)
        return { id, state: 'failed', found: '', advice: text(`setup.check.${id}`) }
      }
    }),
  )
}

const order = SetupCheck.shape.id.options

/** All checks, in the order of the page. */
export async function runSetupChecks(services: Deps, request: FastifyRequest, text: Text): Promise<Check[]> {
  const checks = [...hostChecks(services), ...databaseChecks(services), ...requestChecks(services, request)]
  const results = await runChecks(checks, text, (check, error) =>
    services.log.warn({ err: error, check }, 'a setup check failed'),
  )
  return results.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
}

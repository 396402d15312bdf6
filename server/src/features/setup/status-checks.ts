import { randomUUID } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { SetupCheck } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { minute } from '../../infrastructure/clock.ts'
import { databaseVersion } from '../../infrastructure/db/database-status.ts'
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

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'engine' | 'log' | 'transact'>

async function database({ db, engine, transact, clock }: Deps): Promise<Found> {
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

async function storage({ config }: Deps): Promise<Found> {
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
function proxy(_deps: Deps, { headers, ip, socket }: FastifyRequest): Found {
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

async function space({ config }: Deps): Promise<Found> {
  const { bavail, bsize } = await statfs(config.dataDir)
  const free = bavail * bsize
  const found = String(free)
  if (free < 100 * megabyte) {
    return { state: 'failed', found, advice: { id: 'setup.check.space_failed' } }
  }
  if (free < 2000 * megabyte) {
    return { state: 'warning', found, advice: { id: 'setup.check.space_warning' } }
  }
  return ok(found)
}

async function time({ db, clock }: Deps): Promise<Found> {
  const now = clock.now()
  const found = new Date(now).toISOString()
  // Before this program was written, or before its database was last changed.
  if (now < Date.UTC(2026, 0, 1) || (await lastSettingChange(db)) > now + 5 * minute) {
    return { state: 'failed', found, advice: { id: 'setup.check.clock_wrong' } }
  }
  return ok(found)
}

function address({ config }: Deps, request: FastifyRequest): Found {
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

/** Checks what Holdall depends on, with advice in the language of `text`. A check that throws has failed. */
export function runChecks(services: Deps, request: FastifyRequest, text: Text): Promise<Check[]> {
  const checks: readonly [Check['id'], () => Found | Promise<Found>][] = [
    ['runtime', () => ok(`Node ${process.versions.node}`)],
    ['memory', memory],
    ['database', () => database(services)],
    ['storage', () => storage(services)],
    ['space', () => space(services)],
    ['clock', () => time(services)],
    ['address', () => address(services, request)],
    ['proxy', () => proxy(services, request)],
    ['ffmpeg', ffmpeg],
  ]
  return Promise.all(
    checks.map(async ([id, run]): Promise<Check> => {
      try {
        const { advice, ...rest } = await run()
        return { id, ...rest, advice: advice && text(advice.id, advice.values) }
      } catch (error) {
        services.log.warn({ err: error, check: id }, 'a setup check failed')
        return { id, state: 'failed', found: '', advice: text(`setup.check.${id}`) }
      }
    }),
  )
}

import { randomUUID } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { SetupCheck } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { minute } from '../../infrastructure/clock.ts'
import { databaseVersion } from '../../infrastructure/db/database-status.ts'
import { ffmpegVersion, findFfmpeg } from '../../infrastructure/thumbnails/ffmpeg.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { lastSettingChange, tryWriting } from './status-check.store.ts'

type Check = z.infer<typeof SetupCheck>
type Found = Omit<Check, 'id'>

const ok = (found: string): Found => ({ state: 'ok', found, advice: null })

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'engine' | 'log' | 'transact'>

async function database({ db, engine, transact, clock }: Deps): Promise<Found> {
  const version = await databaseVersion(db, engine)
  await transact((trx) => tryWriting(trx, clock.now()))
  if (engine === 'postgres' && Number.parseInt(version.split(' ')[1]!, 10) < 14) {
    return { state: 'warning', found: version, advice: 'Holdall is tested with PostgreSQL 14 and newer.' }
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
    return { state: 'failed', found, advice: 'Holdall needs 512 MB of memory. Give the machine or container more.' }
  }
  if (bytes < 900 * megabyte) {
    return { state: 'warning', found, advice: 'With less than 1 GB of memory, large pictures get no thumbnails.' }
  }
  return ok(found)
}

/** Whether the address of visitors is known behind a reverse proxy. */
function proxy(_deps: Deps, { headers, ip, socket }: FastifyRequest): Found {
  const names = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].filter((name) => headers[name])
  if (names.length === 0) {
    return headers['forwarded'] === undefined
      ? ok('none')
      : { ...ok('forwarded'), state: 'warning', advice: advice.proxy }
  }
  const peer = socket.remoteAddress ?? ''
  if (headers['x-forwarded-for'] !== undefined && ip === peer) {
    return {
      state: 'warning',
      found: peer,
      advice: `A proxy at ${peer} is not trusted, so all visitors have its address. Set HOLDALL_TRUSTED_PROXIES to it.`,
    }
  }
  if (headers['x-forwarded-proto'] === undefined) {
    return {
      state: 'warning',
      found: peer,
      advice: 'The proxy does not send X-Forwarded-Proto: https is not recognised.',
    }
  }
  return ok(ip)
}

async function space({ config }: Deps): Promise<Found> {
  const { bavail, bsize } = await statfs(config.dataDir)
  const free = bavail * bsize
  const found = String(free)
  if (free < 100 * megabyte) {
    return { state: 'failed', found, advice: 'The disk is full. Free some space, or set HOLDALL_DATA_DIR elsewhere.' }
  }
  if (free < 2000 * megabyte) {
    return { state: 'warning', found, advice: 'Less than 2 GB are free where files will be stored.' }
  }
  return ok(found)
}

async function time({ db, clock }: Deps): Promise<Found> {
  const now = clock.now()
  const found = new Date(now).toISOString()
  // Before this program was written, or before its database was last changed.
  if (now < Date.UTC(2026, 0, 1) || (await lastSettingChange(db)) > now + 5 * minute) {
    return { state: 'failed', found, advice: 'The clock of this machine is wrong: links and sessions depend on it.' }
  }
  return ok(found)
}

function address({ config }: Deps, request: FastifyRequest): Found {
  const reached = `${request.protocol}://${request.host}`
  if (config.publicUrl && config.publicUrl !== reached) {
    return {
      state: 'warning',
      found: config.publicUrl,
      advice: `You came by ${reached}. Links will carry the public address; see that it leads here.`,
    }
  }
  return ok(reached)
}

async function ffmpeg(): Promise<Found> {
  const path = await findFfmpeg()
  if (path === null) {
    return { state: 'ok', found: 'not installed', advice: 'Optional. With FFmpeg in PATH, videos get thumbnails.' }
  }
  const version = await ffmpegVersion(path)
  if (version === null) return { state: 'warning', found: path, advice: advice.ffmpeg }
  return ok(version)
}

const advice: Readonly<Record<Check['id'], string>> = {
  runtime: 'Start Holdall with Node 24 or newer.',
  database: 'The database cannot be written. See HOLDALL_DATABASE_URL and the log.',
  storage: 'The data folder cannot be written. See its owner and mode, or set HOLDALL_DATA_DIR.',
  space: 'The free space could not be read.',
  clock: 'The clock could not be compared with the database.',
  address: 'The public address could not be read.',
  memory: 'The memory could not be read.',
  proxy: 'The proxy sends Forwarded only. Let it send X-Forwarded-For and X-Forwarded-Proto.',
  ffmpeg: 'FFmpeg does not run, so videos get no thumbnails. Install it again.',
}

/** Checks what Holdall depends on. A check that throws has failed. */
export function runChecks(services: Deps, request: FastifyRequest): Promise<Check[]> {
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
        return { id, ...(await run()) }
      } catch (error) {
        services.log.warn({ err: error, check: id }, 'a setup check failed')
        return { id, state: 'failed', found: '', advice: advice[id] }
      }
    }),
  )
}

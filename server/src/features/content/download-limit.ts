import type { FastifyRequest } from 'fastify'
import type { Actor, VisitorActor } from '../../access/actor.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { ByteRange } from '../../infrastructure/blobs/blob-store.ts'
import type { ShareLog } from '../../infrastructure/activity/share-log.ts'
import { networkOf } from '../../infrastructure/activity/visitor-network.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { insertVisit, returnBytes, takeBytes, takeDownload } from './download-limit.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'log' | 'transact'> & { readonly shareLog: ShareLog }

/** Whose download it is that a request continues: that of this address, by the visitor at this network address. */
export const visitOf = ({ url, ip }: Pick<FastifyRequest, 'url' | 'ip'>): string => digest(`${url}\n${ip}`)

/** What one counted download may send: all of the file once, and as much again to continue it. */
const SENT_PER_DOWNLOAD = 2

interface BegunDownload {
  readonly name: string
  /** Address of the visitor. */
  readonly ip: string
  /** What can be continued; null for a zip. */
  readonly file: FileRange | null
}

interface FileRange {
  readonly visit: string
  readonly size: number
  readonly range: ByteRange
}

/** Called when a download has ended, with the number of bytes that were sent. */
export type EndDownload = (sent: number) => Promise<void>

/**
 * Counts a download that begins, by a link, for its log and for one that limits them. Throws `share-used-up` where it
 * allows no further one. A range behind the first byte continues another one of the same `visit`, as long as both send
 * no more than twice the size.
 */
export async function countDownload(deps: Deps, actor: Actor, { file, name, ip }: BegunDownload): Promise<EndDownload> {
  if (actor.kind !== 'visitor') return () => Promise.resolve()
  const end = await countLimited(deps, actor, file)
  deps.shareLog.downloaded({ shareId: actor.shareId, network: networkOf(ip) }, { name, start: file?.range.start ?? 0 })
  return end
}

async function countLimited(
  { clock, log, transact }: Deps,
  { shareId, downloadsLeft }: VisitorActor,
  file: FileRange | null,
): Promise<EndDownload> {
  if (downloadsLeft === null) return () => Promise.resolve()
  const visit = { shareId, visit: file?.visit ?? '' }
  const bytes = file ? file.range.end - file.range.start + 1 : 0
  await transact(async (trx) => {
    if (file && file.range.start > 0 && (await takeBytes(trx, visit, bytes))) return
    if (!(await takeDownload(trx, shareId))) throw refuse('share-used-up')
    if (file) await insertVisit(trx, visit, SENT_PER_DOWNLOAD * file.size - bytes, clock.now())
  })
  return async (sent) => {
    if (!file || sent >= bytes) return
    await transact((trx) => returnBytes(trx, visit, bytes - sent)).catch((error: unknown) =>
      log.warn({ err: error }, 'the bytes that a download did not send could not be stored'),
    )
  }
}

import type { FastifyRequest } from 'fastify'
import type { Actor, VisitorActor } from '../../access/actor.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { ShareLog } from '../../infrastructure/activity/share-log.ts'
import { networkOf } from '../../infrastructure/activity/visitor-network.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { insertVisit, isCounted, takeDownload } from './download-limit.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'transact'> & { readonly shareLog: ShareLog }

/** Whose download it is that a request continues: that of this address, by the visitor at this network address. */
export const visitOf = ({ url, ip }: Pick<FastifyRequest, 'url' | 'ip'>): string => digest(`${url}\n${ip}`)

interface BegunDownload {
  readonly start: number
  /** Of a zip there is none: it cannot be continued. */
  readonly visit: string | null
  readonly name: string
  /** Address of the visitor. */
  readonly ip: string
}

/**
 * Counts a download that begins, by a link, for its log and for one that limits them. Throws `share-used-up` where it allows no further one. One
 * that begins behind the first byte (`start`) continues another of the same `visit`, if that was counted.
 */
export async function countDownload(
  deps: Deps,
  actor: Actor,
  { start, visit, name, ip }: BegunDownload,
): Promise<void> {
  if (actor.kind !== 'visitor') return
  await countLimited(deps, actor, { start, visit })
  deps.shareLog.downloaded({ shareId: actor.shareId, network: networkOf(ip) }, { name, start })
}

async function countLimited(
  { clock, db, transact }: Deps,
  actor: VisitorActor,
  { start, visit }: Pick<BegunDownload, 'start' | 'visit'>,
): Promise<void> {
  if (actor.downloadsLeft === null) return
  const { shareId } = actor
  if (start > 0 && visit !== null && (await isCounted(db, shareId, visit))) return
  await transact(async (trx) => {
    if (!(await takeDownload(trx, shareId))) throw refuse('share-used-up')
    if (visit !== null) await insertVisit(trx, shareId, visit, clock.now())
  })
}

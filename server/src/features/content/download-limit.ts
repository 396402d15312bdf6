import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { insertVisit, isCounted, takeDownload } from './download-limit.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'transact'>

/** Whose download it is that a request continues: that of this address, by the visitor at this network address. */
export const visitOf = ({ url, ip }: Pick<FastifyRequest, 'url' | 'ip'>): string => digest(`${url}\n${ip}`)

/**
 * Counts a download that begins, by a link that limits them. Throws `share-used-up` where it allows no further one. One
 * that begins behind the first byte (`start`) continues another of the same `visit`, if that was counted.
 */
export async function countDownload(
  { clock, db, transact }: Deps,
  actor: Actor,
  { start, visit }: { readonly start: number; readonly visit: string | null },
): Promise<void> {
  if (actor.kind !== 'visitor' || actor.downloadsLeft === null) return
  const { shareId } = actor
  if (start > 0 && visit !== null && (await isCounted(db, shareId, visit))) return
  await transact(async (trx) => {
    if (!(await takeDownload(trx, shareId))) throw refuse('share-used-up')
    if (visit !== null) await insertVisit(trx, shareId, visit, clock.now())
  })
}

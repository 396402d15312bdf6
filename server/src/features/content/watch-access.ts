import type { Action } from '@holdall/api'
import type { FastifyReply } from 'fastify'
import { refuseDownload } from '../../access/authorise.ts'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/can.ts'
import { loadItemsFor } from '../../access/target.store.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { Refusal, refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'

/** Throws where the actor may not do what a download of these entries needs with each of them, as they are now. */
export async function refuseDownloads(
  db: Db,
  actor: Actor,
  ids: readonly string[],
  needed: readonly Action[] = ['download'],
): Promise<void> {
  refuseDownload(actor, 'download')
  const items = await loadItemsFor(db, actor, ids)
  const isAllowed = items.every((item) => needed.every((action) => can(actor, action, item)))
  if (items.length < ids.length || !isAllowed) throw refuse('not-found')
}

/** Throws where the actor is that of an API token which was removed or has expired. */
export async function refuseEndedToken({ sessions }: Pick<Infrastructure, 'sessions'>, actor: Actor): Promise<void> {
  if (actor.kind !== 'user' || !actor.token) return
  if (!(await sessions.userOf(actor.sessionId))) throw refuse('unauthenticated')
}

/**
 * Closes the connection of a response once `check` throws a refusal. A slow reader could else be sent what is in a folder
 * for hours after the link to it has ended. Other errors, as of a database that is away, close nothing.
 */
export function watchAccess(
  { limits }: Pick<Infrastructure, 'limits'>,
  { raw }: FastifyReply,
  check: () => Promise<void>,
): void {
  let isChecking = false
  const look = async () => {
    if (isChecking) return
    isChecking = true
    try {
      await check()
    } catch (error) {
      if (error instanceof Refusal) raw.destroy()
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(() => void look(), limits.accessCheckMs).unref()
  const done = () => clearInterval(timer)
  raw.once('finish', done)
  raw.once('close', done)
}

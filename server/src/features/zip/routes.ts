import { downloadPreparedZip, downloadZip, prepareZip, type ZipSelection } from '@holdall/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorise } from '../../access/authorise.ts'
import type { Item } from '../../access/target.store.ts'
import { browserLocale } from '../../http/browser-locale.ts'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import type { OwnerSlots } from '../../infrastructure/owner-slots.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import type { Traffic } from '../content/count-traffic.ts'
import { addressOf } from '../entries/content-urls.ts'
import { sendZip } from './send-zip.ts'
import type { ZipTickets } from './zip-tickets.ts'
import { MAX_PATH_BYTES, MAX_ZIP_ENTRIES, MAX_ZIP_LEVELS } from './zip-limits.ts'
import { onlyEntry, walk } from './zip-walk.ts'
import { extentOf, type ZipTop } from './zip.store.ts'

interface Deps extends Pick<Infrastructure, 'blobs' | 'clock' | 'config' | 'db' | 'limits' | 'log' | 'secret'> {
  readonly traffic: Traffic
  readonly zipSlots: OwnerSlots
  readonly zipTickets: ZipTickets
}

export function zipRoutes(services: Deps): Route[] {
  const { db, zipSlots, zipTickets } = services
  return [
    handle(downloadZip, async ({ query }, { actor, selected, request, reply }) => {
      const top = topOf(query, selected)
      await refuseLarge(services, top)
      return zipSlots.hold(actor.userId, () => download(services, top, actor, request, reply))
    }),

    handle(prepareZip, async ({ body }, { actor, selected }) => {
      await refuseLarge(services, topOf(body, selected))
      const { token, expiresAt } = zipTickets.issue(actor.userId, body)
      const attributes = { url: `/api/zip/${token}`, expires_at: new Date(expiresAt).toISOString() }
      return { data: { id: token, type: 'zip' as const, attributes } }
    }),

    handle(downloadPreparedZip, async ({ params }, { actor, request, reply }) => {
      const take = request.method === 'HEAD' ? 'peek' : 'redeem'
      // Where no slot is free, the address remains valid for the next attempt.
      return zipSlots.hold(actor.userId, async () => {
        const selection = zipTickets[take](actor.userId, params.token)
        if (!selection) throw refuse('not-found')
        const { targets } = prepareZip.access
        const { selected } = await authorise({ db }, actor, targets, { params: {}, query: {}, body: selection })
        return download(services, topOf(selection, selected), actor, request, reply)
      })
    }),
  ]
}

/** `selected` is what authorisation found for the selection: its entries, or the folder that all of them are in. */
function topOf(selection: ZipSelection, selected: readonly Item[]): ZipTop {
  if (!('items' in selection)) return { folder: selected[0]!, except: new Set(selection.except) }
  // A root has no name that a zip could give it.
  if (selected.some(({ kind }) => kind === 'root')) throw refuse('not-found')
  return { entries: selected }
}

async function refuseLarge({ db }: Deps, top: ZipTop): Promise<void> {
  const { entries, pathBytes, levels } = await extentOf(db, top, MAX_ZIP_LEVELS)
  if (levels > MAX_ZIP_LEVELS) {
    throw refuse('zip-too-large', { text: 'error.zip-too-large.levels', values: { levels: MAX_ZIP_LEVELS } })
  }
  if (entries > MAX_ZIP_ENTRIES || pathBytes > MAX_PATH_BYTES) throw refuse('zip-too-large')
}

/** A single file is downloaded from its own address, where the download can be resumed. */
async function download(
  services: Deps,
  top: ZipTop,
  actor: UserActor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, traffic } = services
  const only = await onlyEntry(db, top)
  if (only?.kind === 'file') {
    const address = addressOf(services, { kind: 'user', id: actor.userId, sessionId: actor.sessionId }, only)
    return reply.header('cache-control', 'private, no-store').redirect(`${address}&download=1`, 302)
  }
  const text = textIn(browserLocale(request))
  const note = { name: text('zip.unreadable.name'), text: text('zip.unreadable.text') }
  const name = only ? `${only.name}.zip` : 'files.zip'
  const sent = await sendZip(services, name, walk(db, top, note.name), note, request, reply)
  traffic.downloaded(actor.userId, sent)
  return reply
}

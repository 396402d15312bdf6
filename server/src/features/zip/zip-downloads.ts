import type { ZipDownload, ZipSelection } from '@holdall/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, VisitorOf } from '../../access/actor.ts'
import type { Item } from '../../access/target.store.ts'
import { browserLocale } from '../../http/browser-locale.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { ShareLog } from '../../infrastructure/activity/share-log.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import type { AccountSlots, VisitorSlots } from '../../infrastructure/owner-slots.ts'
import type { Traffic } from '../content/count-traffic.ts'
import { countDownload } from '../content/download-limit.ts'
import { refuseDownloads, refuseEndedToken, watchAccess } from '../content/watch-access.ts'
import { addressOf, type Holder } from '../entries/content-urls.ts'
import { sendZip } from './send-zip.ts'
import { MAX_PATH_BYTES, MAX_ZIP_ENTRIES, MAX_ZIP_LEVELS } from './zip-limits.ts'
import type { ZipTickets } from './zip-tickets.ts'
import { onlyEntry, walk } from './zip-walk.ts'
import { extentOf, type ZipTop } from './zip.store.ts'

export interface ZipDeps extends Pick<
  Infrastructure,
  'blobs' | 'clock' | 'config' | 'db' | 'limits' | 'log' | 'memberTransfers' | 'secret' | 'sessions' | 'transact'
> {
  readonly preparedZipSlots: AccountSlots
  readonly shareLog: ShareLog
  readonly traffic: Traffic
  readonly visitorOf: VisitorOf
  readonly visitorZips: VisitorSlots
  readonly zipSlots: AccountSlots
  readonly zipTickets: ZipTickets
}

/** Who downloads: a user, or a visitor of a link. */
export interface Downloader {
  readonly actor: Actor
  /** Prepared addresses work for whoever has the same. */
  readonly ticketHolder: string
  /** Whose traffic it is. */
  readonly ownerId: string
  /** Runs work in one of the slots of this downloader. Throws `busy` while all are taken. */
  readonly inSlot: <T>(work: () => Promise<T>) => Promise<T>
  /** For whom the address of a single file is made. */
  readonly holder: Holder
}

/** `selected` is what authorisation found for the selection: its entries, or the folder that all of them are in. */
export function topOf(selection: ZipSelection, selected: readonly Item[]): ZipTop {
  if (!('items' in selection)) return { folder: selected[0]!, except: new Set(selection.except) }
  // That of a home has no name that a zip could give it.
  if (selected.some(({ kind, name }) => kind === 'root' && name === '')) throw refuse('not-found')
  return { entries: selected.map((entry) => ({ ...entry, kind: entry.kind === 'file' ? 'file' : 'folder' })) }
}

export async function refuseLargeZip(
  { db }: Pick<ZipDeps, 'db'>,
  top: ZipTop,
  maxEntries = MAX_ZIP_ENTRIES,
): Promise<void> {
  const { entries, pathBytes, levels } = await extentOf(db, top, { maxEntries, maxLevels: MAX_ZIP_LEVELS })
  if (levels > MAX_ZIP_LEVELS) {
    throw refuse('zip-too-large', { text: 'error.zip-too-large.levels', values: { levels: MAX_ZIP_LEVELS } })
  }
  if (entries > maxEntries || pathBytes > MAX_PATH_BYTES) throw refuse('zip-too-large')
}

/** An address below `path` at which this selection can be downloaded once. */
export async function issueTicket(
  { zipTickets }: ZipDeps,
  { ticketHolder }: Downloader,
  path: string,
  selection: ZipSelection,
  /** Which of the visitors of a link. */
  visitor?: string,
): Promise<{ data: ZipDownload }> {
  const { token, expiresAt } = await zipTickets.issue(ticketHolder, selection, visitor)
  const attributes = { url: `${path}/${token}`, expires_at: new Date(expiresAt).toISOString() }
  return { data: { id: token, type: 'zip', attributes } }
}

/** The selection of a prepared address. A HEAD leaves the address valid. */
export async function takeTicket(
  { zipTickets }: ZipDeps,
  { ticketHolder }: Downloader,
  token: string,
  request: FastifyRequest,
): Promise<ZipSelection> {
  const selection = await zipTickets[request.method === 'HEAD' ? 'peek' : 'redeem'](ticketHolder, token)
  if (!selection) throw refuse('not-found')
  return selection
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * A single file is downloaded from its own address, where the download can be resumed. A zip of what is in team folders
 * ends together with the membership.
 */
export function downloadSelection(
  services: ZipDeps,
  top: ZipTop,
  selected: readonly Item[],
  downloader: Downloader,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { actor } = downloader
  const send = () => sendSelection(services, top, selected, downloader, { request, reply })
  const memberships = selected.flatMap(({ team, space_id: spaceId }) =>
    team?.memberId ? { userId: team.memberId, spaceId } : [],
  )
  if (memberships.length === 0) return send()
  return services.memberTransfers.run(
    memberships,
    () => reply.raw.destroy(),
    async () => {
      // A membership may have ended since it was checked.
      await refuseDownloads(
        services.db,
        actor,
        selected.map(({ id }) => id),
      )
      return send()
    },
  )
}

async function sendSelection(
  services: ZipDeps,
  top: ZipTop,
  selected: readonly Item[],
  { actor, holder, ownerId }: Downloader,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { db, traffic } = services
  const only = await onlyEntry(db, top)
  if (only?.kind === 'file') {
    const address = addressOf(services, holder, only)
    return reply.header('cache-control', 'private, no-store').redirect(`${address}&download=1`, 302)
  }
  const text = textIn(browserLocale(request))
  const note = { name: text('zip.unreadable.name'), text: text('zip.unreadable.text') }
  const name = only ? `${only.name}.zip` : 'files.zip'
  // As of a file, an answer without content is no download.
  if (request.method !== 'HEAD') await countDownload(services, actor, { name, ip: request.ip, file: null })
  if (actor.kind !== 'user' || actor.token || selected.some((item) => item.owner_id !== actor.userId)) {
    watchAccess(services, reply, async () => {
      const reader = actor.kind === 'visitor' ? await services.visitorOf(actor.token, request.cookies, db, true) : actor
      await refuseEndedToken(services, reader)
      await refuseDownloads(
        db,
        reader,
        selected.map(({ id }) => id),
      )
    })
  }
  const sent = await sendZip(services, name, walk(db, top, note.name), note, request, reply)
  // What is in a team folder counts for its owner.
  traffic.downloaded(selected[0]?.owner_id ?? ownerId, sent)
  return reply
}

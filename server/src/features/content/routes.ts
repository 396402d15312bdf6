import { type Action, fileContent, thumbnailContent } from '@holdall/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, RequestVisitorOf, VisitorOf } from '../../access/actor.ts'
import { refuseDownload } from '../../access/authorise.ts'
import { can } from '../../access/can.ts'
import { withinScopes } from '../../access/token-scopes.ts'
import { refuseRestricted, refuseRestrictedOwners } from '../../access/restrictions.ts'
import { type Item, loadItemsFor } from '../../access/target.store.ts'
import { handle, type Route } from '../../http/route.ts'
import type { ByteRange } from '../../infrastructure/blobs/blob-store.ts'
import type { ShareLog } from '../../infrastructure/activity/share-log.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { type AddressedContent, holderOf, type NamedHolder, type Offered } from '../entries/content-urls.ts'
import { findVersion } from '../entries/file-version.store.ts'
import { modifiedAtOf } from '../entries/space.store.ts'
import { thumbnailOf } from '../thumbnails/thumbnail.store.ts'
import { countDownload, visitOf } from './download-limit.ts'
import { sendFromStore } from './send-from-store.ts'
import { sendFile } from './send-file.ts'
import type { Traffic } from './count-traffic.ts'
import { refuseDownloads, refuseEndedToken, watchAccess } from './watch-access.ts'

interface Deps extends Pick<
  Infrastructure,
  'blobs' | 'clock' | 'config' | 'db' | 'limits' | 'log' | 'memberTransfers' | 'secret' | 'sessions' | 'transact'
> {
  readonly traffic: Traffic
  readonly requestVisitorOf: RequestVisitorOf
  readonly shareLog: ShareLog
  readonly visitorOf: VisitorOf
}

/** What the holder of an address has to be allowed to do. Earlier contents are read by users who may restore them. */
const neededFor: Readonly<Record<AddressedContent, readonly Action[]>> = {
  file: ['download'],
  thumbnail: ['read'],
  version: ['download', 'rename'],
}

export function contentRoutes(services: Deps): Route[] {
  const { blobs, traffic } = services
  const crossOrigin = services.config.contentUrl !== null

  /** The file of an address, for whoever it names, if they may read it now. */
  async function fileOf(offered: Offered, kind: AddressedContent, caller: Actor, request: FastifyRequest) {
    const isDownload = kind !== 'thumbnail'
    const holder = holderOf(services, offered, kind)
    if (!holder) throw refuseSecret('not-found')
    // A download that was begun may be continued after the last one that the link allows.
    const evenUsedUp = isDownload && request.headers.range !== undefined
    const actor = await actorOf(services, holder, caller, request, evenUsedUp)
    // Thumbnails stay, so that users recognise their files.
    if (isDownload && actor.kind === 'user') await refuseRestricted(services.db, actor, 'download')
    refuseDownload(actor, isDownload ? 'download' : 'read')
    const needed = neededFor[kind]
    const [file] = await loadItemsFor(services.db, actor, [offered.id])
    if (!file || !needed.every((action) => can(actor, action, file))) throw refuse('not-found')
    const content = kind === 'version' ? await findVersion(services.db, file.id, Number(offered.v)) : file
    // Without `earlier`, an address of an earlier content of the file is invalid.
    if (!content?.blob_id || String(content.version) !== offered.v) throw refuse('not-found')
    if (isDownload) await refuseRestrictedOwners(services.db, actor, [file.owner_id], 'download')
    const { blob_id, size, sha256, mime, version, modified_at } = content
    return { actor, holder, needed, file: { ...file, blob_id, size, sha256, mime, version, modified_at } }
  }

  /** Sends a file. To a member of a team folder only as long as the membership lasts. */
  function whileMember<T>(
    { actor, file, needed }: { readonly actor: Actor; readonly file: Item; readonly needed: readonly Action[] },
    reply: FastifyReply,
    send: () => Promise<T>,
  ): Promise<T> {
    const userId = file.team?.memberId
    if (!userId) return send()
    const membership = { userId, spaceId: file.space_id }
    return services.memberTransfers.run(
      [membership],
      () => reply.raw.destroy(),
      async () => {
        // The membership may have ended since it was checked.
        await refuseDownloads(services.db, actor, [file.id], needed)
        return send()
      },
    )
  }

  return [
    handle(fileContent, async ({ params, query }, { actor, request, reply }) => {
      // Refusals have them too, so that the preview can tell one from a lost connection.
      if (isContentOrigin(services, request)) reply.headers(contentOriginHeaders)
      const content = query.earlier === undefined ? 'file' : 'version'
      const opened = await fileOf({ ...query, id: params.id }, content, actor, request)
      const { actor: reader, holder, needed, file } = opened
      const { blob_id: blobId, size, name, mime, sha256, version } = file
      if (!sha256 || !mime) throw refuse('not-found')
      const begin = (range: ByteRange) =>
        countDownload(services, reader, { name, ip: request.ip, file: { visit: visitOf(request), size, range } })
      // A date of the future is no Last-Modified.
      const modified = Math.min(modifiedAtOf(file), services.clock.now())
      const sendable = { blobId, size, name, mime, sha256, version, modified }
      if (query.download !== undefined) {
        const sent = await sendFromStore(blobs, sendable, { reader, request, reply, begin })
        if (sent !== null) {
          traffic.downloaded(file.owner_id, sent)
          return reply
        }
      }
      const options = {
        download: query.download !== undefined,
        crossOrigin,
        cacheSeconds: 0,
        begin,
      }
      if (reader.kind !== 'user' || reader.userId !== file.owner_id || reader.token) {
        watchAccess(services, reply, async () => {
          const reading = await actorOf(services, holder, actor, request, true)
          await refuseEndedToken(services, reading)
          await refuseDownloads(services.db, reading, [file.id], needed)
        })
      }
      const sent = await whileMember(opened, reply, () => sendFile(services, blobs, sendable, request, reply, options))
      traffic.downloaded(file.owner_id, sent)
      return reply
    }),

    handle(thumbnailContent, async ({ params, query }, { actor, request, reply }) => {
      const { file } = await fileOf({ ...query, id: params.id }, 'thumbnail', actor, request)
      const image = await thumbnailOf(services.db, file.blob_id, params.size)
      if (!image) throw refuse('not-found')
      await sendFile(
        services,
        blobs,
        {
          blobId: image.id,
          size: image.size,
          name: `${file.name}.webp`,
          mime: 'image/webp',
          sha256: image.sha256,
          version: file.version,
          modified: image.created_at,
        },
        request,
        reply,
        // The address is another one for other content, and after its expiry.
        { download: false, crossOrigin, cacheSeconds: Number(query.expires) - Math.floor(services.clock.now() / 1000) },
      )
      return reply
    }),
  ]
}

/**
 * The app's pages read content of the content origin. Any page may: no cookie reaches it, so that whoever has an address
 * can read its bytes anyway.
 */
const contentOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-range, etag',
}

/**
 * The actor that the address names, in its current state. Throws when its session or link does not allow access any
 * more.
 */
async function actorOf(
  services: Deps,
  holder: NamedHolder,
  caller: Actor,
  request: FastifyRequest,
  evenUsedUp: boolean,
): Promise<Actor> {
  if (holder.kind === 'upload-request') return services.requestVisitorOf(holder.token)
  const cookiesReach = services.config.contentUrl === null || !isContentOrigin(services, request)
  if (holder.kind === 'share') {
    const visitor = await services.visitorOf(holder.token, request.cookies, services.db, evenUsedUp)
    // The link was changed after the address was made.
    if (!cookiesReach && holder.grantVersion !== visitor.grantVersion) throw refuse('not-found')
    // The content origin gets no cookies; the address was made for a visitor who had unlocked the link in its current
    // state.
    if (!cookiesReach) return { ...visitor, unlocked: true }
    if (!visitor.unlocked) throw refuse('share-locked')
    return visitor
  }
  if (cookiesReach) {
    if (caller.kind !== 'user' || caller.userId !== holder.id) throw refuse('not-found')
    return caller
  }
  const user = holder.sessionId === null ? null : await services.sessions.userOf(holder.sessionId)
  // An address may have been made in a call that shows names only.
  const actor = user && withinScopes(fileContent, user)
  if (actor?.kind !== 'user' || actor.userId !== holder.id) throw refuse('not-found')
  return actor
}

/** Whether a request came to the origin that serves user content only. */
export function isContentOrigin({ config }: Pick<Infrastructure, 'config'>, request: FastifyRequest): boolean {
  return config.contentUrl !== null && new URL(config.contentUrl).host === request.host
}

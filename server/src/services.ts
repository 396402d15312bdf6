import type { RequestVisitorOf, VisitorOf } from './access/actor.ts'
import type { Avatars } from './features/avatars/avatar-service.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SectionReports } from './features/admin/sections/section-reports.ts'
import type { SectionWatch } from './features/admin/sections/section-watch.ts'
import type { BulkChanges } from './features/entries/bulk-changes.ts'
import type { Traffic } from './features/content/count-traffic.ts'
import type { HumanCheck } from './features/human-check/human-check.ts'
import type { Ui } from './features/frontend/frontend.ts'
import type { Notifications } from './features/notifications/notification-service.ts'
import type { Providers } from './features/social-sign-in/providers.ts'
import type { RemoteUploads } from './features/remote-uploads/remote-upload-service.ts'
import type { StreamHashes } from './features/uploads/stream-hash.ts'
import type { Uploads } from './features/uploads/upload-service.ts'
import type { ZipTickets } from './features/zip/zip-tickets.ts'
import type { FormBytes } from './http/multipart-upload.ts'
import type { PipelineServices } from './http/pipeline/pipeline-services.ts'
import type { ShareLog } from './infrastructure/activity/share-log.ts'
import type { Infrastructure } from './infrastructure/infrastructure.ts'
import type { Thumbnailer } from './infrastructure/thumbnails/thumbnailer.ts'
import type { AccountSlots, OwnerSlots, VisitorSlots } from './infrastructure/owner-slots.ts'

/** What `app.ts` makes: the infrastructure, and what features keep between requests. */
export interface Services extends Infrastructure {
  readonly avatars: Avatars
  /** Of users; those of visitors are `visitorChanges`. */
  readonly bulkChanges: BulkChanges
  readonly formQuota: (ownerId: string) => FormBytes
  readonly humanCheck: HumanCheck
  readonly imageSlots: OwnerSlots
  readonly knownAccountOf: PipelineServices['knownAccountOf']
  /** For searches of visitors, by the owner of the link. */
  readonly searchSlots: OwnerSlots
  readonly notifications: Notifications
  readonly preparedZipSlots: AccountSlots
  /** After a session of an account has begun by its password: notifies its user where the browser is a new one. */
  readonly recordSignIn: (userId: string, request: FastifyRequest, reply: FastifyReply) => void
  readonly remoteUploads: RemoteUploads
  readonly requestVisitorOf: RequestVisitorOf
  readonly sectionReports: SectionReports
  readonly sectionWatch: SectionWatch
  readonly shareLog: ShareLog
  /** Where people may sign in besides by a password. */
  readonly signInProviders: Providers
  readonly streamHashes: StreamHashes
  readonly thumbnailer: Thumbnailer
  readonly traffic: Traffic
  /** The shell and the sections in use. */
  readonly ui: Ui
  readonly uploads: Uploads
  readonly uploadSlots: AccountSlots
  /** Of changes by links. */
  readonly visitorChanges: VisitorSlots
  readonly visitorOf: VisitorOf
  readonly visitorReads: PipelineServices['visitorReads']
  readonly accountReads: PipelineServices['accountReads']
  readonly visitorUploads: VisitorSlots
  readonly visitorZips: VisitorSlots
  readonly zipSlots: AccountSlots
  readonly zipTickets: ZipTickets
}

import type { ApiTokens } from './sessions/api-tokens.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Restart } from './config/restart.ts'
import type { DiskSpace } from './disk-space.ts'
import type { Db, Transact } from './db/transact.ts'
import type { HttpLimits } from './http-limits.ts'
import type { Ids } from './ids.ts'
import type { InstallationIdentity } from './installation-identity.store.ts'
import type { Installation } from './installation.store.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Log } from './log.ts'
import type { MailFolder } from './mail/mail-folder.ts'
import type { Mailer } from './mail/mailer.ts'
import type { MemberTransfers } from './realtime/member-transfers.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { Places } from './places/places.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { Secret } from './secret.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Settings } from './settings/settings.ts'
import type { Throttle } from './throttle/throttle.ts'

/** What every feature may use. Made once, in `app.ts`. */
export interface Infrastructure {
  readonly config: Config
  readonly limits: HttpLimits
  readonly engine: 'sqlite' | 'postgres'
  readonly db: Db
  readonly transact: Transact
  /** For what may touch very many rows: see `transactor`. */
  readonly transactBulk: Transact
  /** For what a power cut may undo: see `transactor`. */
  readonly transactUnsynced: Transact
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly disk: DiskSpace
  readonly ids: Ids
  readonly settings: Settings
  readonly secret: Secret
  readonly log: Log
  readonly apiTokens: ApiTokens
  readonly sessions: Sessions
  readonly throttle: Throttle
  readonly identity: InstallationIdentity
  readonly installation: Installation
  readonly mailer: Mailer
  /** Has mails that were written while no mail server was set. */
  readonly mailFolder: MailFolder
  readonly jobs: JobQueue
  /** Events for the open pages of users. */
  readonly realtime: Realtime
  readonly memberTransfers: MemberTransfers
  readonly places: Places
  /** Requests to services that the operator configures, which may be at addresses of `HOLDALL_OUTGOING_ALLOW`. */
  readonly outgoing: Outgoing
  readonly startedAt: number
  /** Changes config.json, and starts this server again with it. */
  readonly restart: Restart
}

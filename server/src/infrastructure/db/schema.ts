import type { Millis } from '../clock.ts'
import type {
  AvatarSize,
  EmojiType,
  FolderColor,
  NotificationCategory,
  NotificationMails,
  RemoteFile,
  RemoteUpload,
  RemoteUploadReason,
  Role,
  ThemeMode,
} from '@holdall/api'
import type { Generated, GeneratedAlways } from 'kysely'
import type { AccountDeletionTables } from './account-deletion-tables.ts'
import type { AccountRecoveryTables } from './account-recovery-tables.ts'
import type { ApiTokensTable } from './api-token-tables.ts'
import type { ActivitiesTable, ShareCountsTable, ShareEventsTable } from './activity-tables.ts'
import type { BlobsTable, FileVersionsTable, GarbageTable } from './content-tables.ts'
import type { EndedUploadTables } from './ended-upload-tables.ts'
import type { EmailChangeTables } from './email-change-tables.ts'
import type { DataExportsTable } from './data-export-tables.ts'
import type { SignInProviderTables } from './sign-in-provider-tables.ts'
import type { SectionFailureTables } from './section-failure-tables.ts'
import type { SliceTables } from './slice-tables.ts'
import type { ThumbnailQueueTables, ThumbnailsTable } from './thumbnail-tables.ts'
import type { TwoFactorTables } from './two-factor-tables.ts'
import type { UploadRequestsTable } from './upload-request-tables.ts'
import type { JobProgressTable, JobSchedulesTable, JobsTable } from './job-tables.ts'
import type { PagesTable } from './page-tables.ts'
import type { EndedSharesTable, ShareGrantsTable, SharesTable } from './link-tables.ts'
import type { PasskeysTable } from './passkey-tables.ts'
import type { ZipTicketsTable } from './zip-ticket-tables.ts'
import type { TeamInvitationsTable, TeamMembersTable } from './team-tables.ts'

/** 0 or 1: SQLite has no boolean. */
export type Flag = 0 | 1

export interface UsersTable {
  id: string
  /** Lower case, unique. */
  email: string
  name: string
  /** Empty for an account without a password, which people sign in to by other means only. */
  password_hash: string
  /** Counts the changes of the password and of the second factor, with which all sessions end. */
  password_version: Generated<number>
  role: Role
  color: string
  /** When an address of the account was first confirmed; null where its present one was not. */
  verified_at: Millis | null
  /** Its address was taken without a mail server: its user signs in before confirming it. */
  usable_unconfirmed: Generated<Flag>
  /** Null until the first sign-in, which is no news to anybody. */
  first_sign_in_at: Generated<Millis | null>
  two_factor_confirmed_at: Millis | null
  /** Null: the installation's default; 0 would allow nothing. */
  quota_bytes: number | null
  /** Bytes of live and trashed files and of their versions. Kept equal to the sum of the owner's rows by the transaction that writes them. */
  used_bytes: Generated<number>
  /**
   * Live and trashed entries without roots, their versions and links, and unfinished uploads: each takes `ITEM_BYTES` of
   * the quota beside its content. Kept equal to the number of rows by the transaction that writes them.
   */
  item_count: Generated<number>
  /** Reserved for unfinished uploads. */
  reserved_bytes: Generated<number>
  /** Deleted for good or abandoned, and still on the disk: the sum of the garbage rows of this owner. */
  garbage_bytes: Generated<number>
  /** Their number: each takes `ITEM_BYTES` beside its content until it is collected. */
  garbage_count: Generated<number>
  /** What an administrator has taken from the account; the last two are of team folders. */
  upload_restricted: Generated<Flag>
  download_restricted: Generated<Flag>
  folder_restricted: Generated<Flag>
  team_folder_restricted: Generated<Flag>
  invitation_restricted: Generated<Flag>
  /** In the words of the administrator; null is a general reason. */
  restriction_reason: string | null
  created_at: Millis
  updated_at: Millis
  /** Its user has asked for its deletion: it can only be kept until then. */
  deletes_at: Generated<Millis | null>
  /** A deleted user keeps a row until everything of theirs is purged. */
  deleted_at: Millis | null
}

export interface UserSettingsTable {
  user_id: string
  first_name: string
  last_name: string
  theme_mode: ThemeMode | null
  emoji_type: EmojiType | null
  locale: string | null
  /** A name of the IANA database or an offset in hours, `1.0`; null is that of the device. */
  timezone: Generated<string | null>
  notification_mails: Generated<NotificationMails>
}

export interface SessionsTable {
  /** SHA-256 of the cookie's secret, hex. */
  id: string
  /** Names the session to its user; of no use to sign in. */
  public_id: string
  user_id: string
  /** `challenge` awaits the second factor: it may answer that and sign out, nothing else. */
  state: 'full' | 'challenge'
  /** When its user last proved to be it; null where that is not known. */
  confirmed_at: Millis | null
  /** The session ends when the one of its user is another. */
  password_version: Generated<number>
  user_agent: string
  address: string
  created_at: Millis
  seen_at: Millis
  expires_at: Millis
}

export interface SpacesTable {
  id: string
  kind: 'home' | 'team'
  owner_id: string
  root_id: string
  /** Who gets a team folder, while its entries are given to that account. Others change nothing in it until then. */
  next_owner_id: string | null
  /** Of a team folder: whether members with can_edit may make public links. */
  members_can_share: Generated<Flag>
  /** Live files, live folders without the root, and what is in the trash of both: `recorded-entry-counts.ts`. */
  file_count: Generated<number>
  folder_count: Generated<number>
  trashed_count: Generated<number>
}

export interface EntriesTable {
  id: string
  space_id: string
  /** Whose quota it counts against. */
  owner_id: string
  /** Who put it there; null for a visitor. */
  creator_id: string | null
  /** Null for the root row of a space only, so that the unique index holds everywhere else. */
  parent_id: string | null
  kind: 'root' | 'folder' | 'file'
  /** NFC. Unique among the live children of a parent, case-sensitive. */
  name: string
  /**
   * Sorts alike on both engines: case-folded, digits padded. Where that is not the folded name, U+0001 and the folded name
   * follow: the databases index it for the search.
   */
  name_key: string
  /** Extension and `name_key`, computed by the engine. */
  type_key: GeneratedAlways<string>
  color: FolderColor | null
  emoji: string | null
  /** Bytes; 0 for folders. */
  size: Generated<number>
  mime: string | null
  blob_id: string | null
  /** Hex. */
  sha256: string | null
  /** The file's own date; null for folders, and for files of earlier releases: `modifiedAtOf`. */
  modified_at: Generated<Millis | null>
  /** Increased whenever the content is replaced. */
  version: Generated<number>
  /** Children in the same state as the folder; updated in the transaction that changes them. */
  children_count: Generated<number>
  /** Those of them that are folders: a page of a listing starts in the folders or behind them. */
  folders_count: Generated<number>
  /** Bytes of those of them that are files. */
  files_size: Generated<number>
  /** The entry that was put into the trash: itself or an ancestor. Null while live. */
  trash_root_id: string | null
  trashed_at: Millis | null
  /** Who put it into the trash; null for a visitor, and while live. */
  trashed_by: Generated<string | null>
  /** The upload request that it came through; its visitors see nothing else. */
  upload_request_id: Generated<string | null>
  /** The copy that has made it. While that is in `copies`, the entry is in no list. */
  copy_id: Generated<string | null>
  created_at: Millis
  updated_at: Millis
}

/** Images of profile pictures, which are blobs. */
export interface AvatarsTable {
  user_id: string
  size: AvatarSize
  /** At least 128 random bits; part of the address. */
  name: string
  blob_id: string
}

export interface UploadsTable {
  /** Names it to its owner. UUIDv7: the order in which they began. Null where it was finished before there was one. */
  id: Generated<string | null>
  /**
   * `u:<user id>`, `s:<share id>:<grant id>` of the browser that holds a link, or `r:<upload request id>`. With
   * `upload_id` the key.
   */
  actor: string
  upload_id: string
  /** The link that it is sent by; null for a user's own upload. */
  share_id: string | null
  /** The upload request that it is sent through. */
  upload_request_id: Generated<string | null>
  owner_id: string
  creator_id: string | null
  parent_id: string
  name: string
  /** `a/b`: the folders between `parent_id` and the file; or empty. */
  path: string
  /** Declared bytes of the whole file; null when the client declared none. */
  size: number | null
  offset: number
  /** Bytes of the owner's quota held by this upload. */
  reserved: number
  blob_id: string
  modified_at: Generated<Millis | null>
  replace_existing: Flag
  status: 'receiving' | 'done'
  entry_id: string | null
  /** The version of its file that has the content which it replaced; null where it replaced none. */
  replaced_version: number | null
  expires_at: Millis
  created_at: Millis
  updated_at: Millis
}

/** Files that the server fetches from their addresses into a folder. */
export interface RemoteUploadsTable {
  id: string
  /** Who started it and sees it; of a visitor's, the owner of the link. */
  user_id: string
  /** Who is named as the creator of its files; null for a visitor. */
  creator_id: string | null
  /** The public link by which a visitor has started it; null for a user's own. */
  share_id: Generated<string | null>
  /** SHA-256 of the cookie secret of that visitor's browser, hex. */
  visitor_id: Generated<string | null>
  space_id: string
  /** The target folder; it may not exist any more. */
  parent_id: string
  /** Of one user, at most one is `running`, and of the visitors of a user's links. */
  status: RemoteUpload['attributes']['status']
  is_canceled: Generated<Flag>
  created_at: Millis
  updated_at: Millis
  finished_at: Millis | null
}

export interface RemoteFilesTable {
  remote_upload_id: string
  /** From 0, in the order in which the addresses were given. */
  position: number
  url: string
  status: RemoteFile['status']
  /** How often it was begun; a process that ended in between counts too. */
  attempts: Generated<number>
  reason: RemoteUploadReason | null
  /** Of the answer, where it was an error. */
  http_status: number | null
  name: string | null
  /** As announced. */
  size: number | null
  /** Bytes so far, stored every second. */
  received: Generated<number>
  entry_id: string | null
}

export interface FavouritesTable {
  user_id: string
  /** A folder; in the trash it is kept and not shown. */
  entry_id: string
  /** Ascending in the order in which the user added them. */
  position: number
  created_at: Millis
}

export interface NotificationsTable {
  id: string
  user_id: string
  category: NotificationCategory
  /** Ids of messages of the server: they are read in the language of the reader. */
  title: string
  description: string
  /** JSON: the values of both messages. */
  message_values: string
  /** JSON, its button as the id of a message; null for none. */
  action: string | null
  /** Whether it waits for the daily mail. */
  is_digest_due: Generated<Flag>
  created_at: Millis
  read_at: Millis | null
}

export interface SettingsTable {
  name: string
  /** JSON. */
  value: string
  updated_at: Millis
}

export interface ThrottlesTable {
  bucket: string
  /** Hash of what is counted: an address, an account, a token. */
  subject: string
  failures: number
  blocked_until: Millis
  updated_at: Millis
}

export interface TrafficTable {
  user_id: string
  /** `2026-01-31`, UTC. */
  day: string
  uploaded: number
  downloaded: number
}

export interface Database
  extends
    AccountDeletionTables,
    AccountRecoveryTables,
    EmailChangeTables,
    EndedUploadTables,
    SectionFailureTables,
    SignInProviderTables,
    SliceTables,
    ThumbnailQueueTables,
    TwoFactorTables {
  users: UsersTable
  user_settings: UserSettingsTable
  sessions: SessionsTable
  api_tokens: ApiTokensTable
  spaces: SpacesTable
  team_members: TeamMembersTable
  team_invitations: TeamInvitationsTable
  entries: EntriesTable
  blobs: BlobsTable
  file_versions: FileVersionsTable
  thumbnails: ThumbnailsTable
  avatars: AvatarsTable
  data_exports: DataExportsTable
  garbage: GarbageTable
  uploads: UploadsTable
  remote_uploads: RemoteUploadsTable
  remote_files: RemoteFilesTable
  shares: SharesTable
  upload_requests: UploadRequestsTable
  share_grants: ShareGrantsTable
  /**
   * Counted downloads, which may be continued. `visit`: SHA-256 of the address of the file and the visitor's, hex.
   * `bytes_left`: what may still be sent of it.
   */
  share_downloads: { share_id: string; visit: string; counted_at: Millis; bytes_left: Generated<number> }
  ended_shares: EndedSharesTable
  activities: ActivitiesTable
  share_events: ShareEventsTable
  share_counts: ShareCountsTable
  favourites: FavouritesTable
  passkeys: PasskeysTable
  notifications: NotificationsTable
  pages: PagesTable
  settings: SettingsTable
  throttles: ThrottlesTable
  traffic: TrafficTable
  jobs: JobsTable
  job_schedules: JobSchedulesTable
  job_progress: JobProgressTable
  zip_tickets: ZipTicketsTable
}

import type { ActivityKind, ShareEventKind } from '@holdall/api'
import type { Millis } from '../clock.ts'

/** What somebody did, with the names of that time. Nothing but the owner is a foreign key: it outlives what it tells of. */
export interface ActivitiesTable {
  /** UUIDv7: the order in which it happened. */
  id: string
  /** In whose files it happened. */
  owner_id: string
  actor_kind: ActingParty['kind']
  /** Of the user, the link or the upload request; null for `system`. */
  actor_id: string | null
  kind: ActivityKind
  space_id: string
  /** The space that was moved from. */
  from_space_id: string | null
  /** Null where it is about several entries. */
  entry_id: string | null
  /** How many entries it is about. */
  count: number
  /** Where it happened; null for the root of a team folder, and where it is not told. */
  folder_id: string | null
  from_folder_id: string | null
  /** JSON, `ActivityDetails`. */
  details: string
  /** Not shown to members of a team folder. */
  is_for_owner: 0 | 1
  created_at: Millis
}

/** Who does something: what changes in its transactions is told with it. */
export type ActingParty =
  | { readonly kind: 'user'; readonly id: string }
  /** A visitor of a public link; `network`: see `networkOf`. */
  | { readonly kind: 'link'; readonly id: string | null; readonly network: string | null }
  | { readonly kind: 'upload-request'; readonly id: string }
  | { readonly kind: 'system'; readonly id: null }

/** What visitors of a public link did. */
export interface ShareEventsTable {
  /** UUIDv7: the order in which it happened. */
  id: string
  share_id: string
  kind: ShareEventKind
  /** Of the file that was downloaded or uploaded. */
  name: string | null
  /** Truncated: see `networkOf`. */
  address: string
  created_at: Millis
}

/** How often visitors of a public link did something, since it was made. */
export interface ShareCountsTable {
  share_id: string
  opened: number
  downloaded: number
  uploaded: number
}

import type { TokenScope } from '@holdall/api'
import type { Link, RequestKind, Role } from '../access-fixture.ts'
import type { Member } from './team-fixture.ts'

/** What the words of the table stand for: `ok` reaches the handler, the others are error codes. */
export const codes = {
  ok: 'ok',
  sign: 'unauthenticated',
  role: 'forbidden',
  none: 'not-found',
  lock: 'share-locked',
  expired: 'share-expired',
  revoked: 'share-revoked',
  seen: 'share-no-download',
  used: 'share-used-up',
  closed: 'upload-request-closed',
  over: 'upload-request-expired',
  upload: 'upload-restricted',
  download: 'download-restricted',
  folder: 'create-folder-restricted',
  team: 'create-team-folder-restricted',
  owner: 'owner-restricted',
} as const
export type Word = keyof typeof codes

/** Accounts that are members of no team folder with others; `half` awaits its second factor. */
export const accountColumns = ['anonymous', 'half', 'owner', 'stranger', 'admin'] as const satisfies readonly Role[]
/** Of a team folder; `former` was a member before. */
export const memberColumns = ['owner', 'editor', 'viewer', 'former'] as const satisfies readonly Member[]
/** The entry of a suspended link is in the trash; all downloads of a used-up one have been begun. */
export const linkColumns = [
  'open',
  'editor',
  'unlocked',
  'locked',
  'expired',
  'revoked',
  'suspended',
  'used-up',
  'preview only',
] as const satisfies readonly Link[]
/** An active upload request has no folder yet; the folder of a suspended one is in the trash. */
export const requestColumns = [
  'active',
  'filling',
  'filled',
  'expired',
  'suspended',
] as const satisfies readonly RequestKind[]

export type Actor =
  | { readonly kind: 'account'; readonly name: Role }
  | { readonly kind: 'member'; readonly name: Member }
  | { readonly kind: 'link'; readonly name: Link }
  | { readonly kind: 'request'; readonly name: RequestKind }

/** The columns of `actors` in an entry. */
export const actorColumns: readonly Actor[] = [
  { kind: 'account', name: 'owner' },
  { kind: 'account', name: 'stranger' },
  { kind: 'member', name: 'viewer' },
  { kind: 'member', name: 'editor' },
  { kind: 'member', name: 'former' },
  { kind: 'link', name: 'unlocked' },
  { kind: 'link', name: 'editor' },
  { kind: 'link', name: 'locked' },
  { kind: 'link', name: 'expired' },
  { kind: 'link', name: 'revoked' },
  { kind: 'request', name: 'filling' },
  { kind: 'request', name: 'filled' },
  { kind: 'account', name: 'anonymous' },
  { kind: 'account', name: 'admin' },
]

/** By what a call names, in the words of the fixtures: the answer to each caller, in the order of the columns. */
export type Rows = Readonly<Record<string, string>>

/** What a call names. `subjects.ts` has the one of each actor. */
export type SubjectKind =
  | 'address'
  | 'api-token'
  | 'channel'
  | 'file'
  | 'folder'
  | 'invitation'
  | 'link'
  | 'notification'
  | 'passkey'
  | 'remote'
  | 'request'
  | 'session'
  | 'single'
  | 'team'
  | 'thumbnail'
  | 'ticket'
  | 'trashed-file'
  | 'trashed-folder'
  | 'unfinished-upload'
  | 'upload'

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * `targets`: ids or tokens of the subjects, in the order of the entry, empty where none matters; `token`: of the link or
 * the upload request that the call is by.
 */
export interface Given {
  readonly targets: readonly string[]
  readonly token: string
}

/**
 * One endpoint: what each kind of caller is answered about each subject. It is written by hand: the rules of the
 * endpoint table are compared with it, so nothing in it is computed from them.
 */
export interface AccessEntry {
  /** A valid call, so that only its rule can refuse it. */
  readonly call: (given: Given) => CallInput
  /** Where the call is made by a public link or by an upload request. */
  readonly by?: 'link' | 'request'

  /** What each actor names in `actors`. */
  readonly subjects?: readonly SubjectKind[]
  /**
   * The answer to each actor. Accounts name the subjects of the owner in the home folder, members those in the team
   * folder, and visitors those that their link or upload request shows. A call by a link or an upload request is made
   * by that of the visitor, and for all others by an open one. Calls that read, and calls whose subject no rule names,
   * run their real handler.
   */
  readonly actors: string
  /**
   * The answer while the owner is restricted in everything: to the owner, or to visitors of the owner's links. Without it
   * the owner is answered as before.
   */
  readonly restricted?: Word

  /** For each kind of caller one set of rows for each target of the rule. In each call all other targets are allowed ones. */
  readonly accounts?: readonly Rows[]
  readonly members?: readonly Rows[]
  readonly links?: readonly Rows[]
  readonly requests?: readonly Rows[]
  /** Of content: the answers to valid addresses, by the kind of caller that they were made for. */
  readonly addresses?: {
    /** By the account that an address was made for. */
    readonly accounts: Readonly<Record<'owner' | 'stranger' | 'admin', Rows>>
    readonly members: Rows
    readonly links: Rows
    readonly requests: Rows
  }
  /** The answers before the installation, to a wrong setup key and to the right one. */
  readonly beforeSetup?: string

  /** The scope that an API token needs. `never`: no scope is enough. `nobody`: a token counts as an anonymous caller. */
  readonly token: TokenScope | 'never' | 'nobody'
  /** With `nobody`: tokens of this scope make the call as their user. */
  readonly asUserWith?: TokenScope
  /** Sessions that were not confirmed lately are refused. */
  readonly needsConfirmation?: true
  /** The demo account may call it like any user. */
  readonly demoMayCall?: true
  /** An account that is to be deleted may call it. */
  readonly endingMayCall?: true
}

/** What can be done with an entry. On the server `can(actor, action, item)` decides whether it is allowed. */
export type Action =
  | 'list'
  | 'read'
  | 'download'
  | 'create'
  | 'upload-remote'
  | 'rename'
  | 'move'
  | 'copy'
  | 'trash'
  | 'destroy'
  | 'restore'
  | 'share'
  | 'list-links'
  | 'request-files'
  | 'favourite'
  | 'convert-to-team'
  | 'manage-team'
  | 'leave-team'

/** The input of an endpoint after parsing. */
export interface ParsedInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

type EntryState = 'live' | 'trashed' | 'any'

export interface EntryTarget<I = ParsedInput> {
  readonly action: Action
  /** `undefined`, `null`, an empty string, `'all'` and `'null'` all mean that there is no id. */
  id(input: I): string | null | undefined
  /** What it means that there is no id. Without `absent` such an input is a validation error. */
  readonly absent?: 'root' | 'skip'
  /** Entries in another state answer as not found; `live` by default. */
  readonly state?: EntryState
}

export interface SelectionTarget<I = ParsedInput> {
  readonly action: Action
  /** The action in place of `action` for trashed entries, and for those with `force_delete` in the input. */
  readonly forced?: Action
  /** Some entries by id, or all entries of a folder. `parent_id: null` is the top of the space. */
  selection(
    input: I,
  ):
    | { readonly items: readonly { readonly id: string; readonly force_delete?: boolean | undefined }[] }
    | { readonly all: true; readonly parent_id: string | null; readonly force_delete?: boolean | undefined }
  /** State of the entries, or of the folder that is selected whole; `live` by default. */
  readonly state?: EntryState
}

/** What a call acts on, read from its input. The server authorises all of it before the handler runs. */
export interface Targets<I = ParsedInput> {
  readonly entry?: EntryTarget<I>
  readonly selection?: SelectionTarget<I>
  /** Tokens of the share links that the call changes. */
  shareTokens?(input: I): readonly string[]
  /** Token of the upload request that the call changes. */
  uploadRequest?(input: I): string
  /** Id of the upload that the call reads or changes. */
  uploadId?(input: I): string
}

/** Who may call an endpoint at all, and on what. The server refuses to start when an endpoint has no rule. */
export type Access<I = ParsedInput> =
  | { readonly by: 'anyone'; readonly why: string }
  /** Holds the one-time setup key; the routes stop existing once Holdall is installed. */
  | { readonly by: 'installer' }
  /** Signed in. A session that awaits its second factor does not count. */
  | { readonly by: 'user'; readonly targets: Targets<I> }
  | { readonly by: 'admin' }
  /** Has given the password, in a session that awaits its second factor. */
  | { readonly by: 'challenged' }
  /**
   * Holds a share link (`params.token`). `unlocked: false`: the call is allowed before the link's password is given.
   */
  | { readonly by: 'visitor'; readonly unlocked: boolean; readonly targets: Targets<I> }
  /**
   * Holds the link of an upload request (`params.token`). `open: false`: the call is allowed after the request has ended
   * too. Its folder is made with the first upload: until then an absent id stands for no entry.
   */
  | { readonly by: 'request-visitor'; readonly open: boolean; readonly targets: Targets<I> }
  /** Holds a signed content address. The rights of the user or link that it names are checked again. */
  | { readonly by: 'signed-address' }

/** What somebody may want to do with an entry of a space. `can(actor, action, item)` on the server answers for each. */
export type Action = 'list' | 'read' | 'create' | 'rename' | 'move' | 'trash' | 'destroy' | 'restore' | 'share'

/** The input of an endpoint after parsing. */
export interface ParsedInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

type EntryState = 'live' | 'trashed' | 'any'

export interface EntryTarget<I = ParsedInput> {
  readonly action: Action
  /** No id is also `null`, an empty text, and the word `all` or `null`. */
  id(input: I): string | null | undefined
  /** What no id means. Without it such an input is a validation error. */
  readonly absent?: 'root' | 'skip'
  /** Entries in another state answer as not found; `live` by default. */
  readonly state?: EntryState
}

export interface SelectionTarget<I = ParsedInput> {
  readonly action: Action
  /** For trashed entries, and those that the input marks with `force_delete`, in place of `action`. */
  readonly forced?: Action
  /** Some entries by id, or all in a folder. `parent_id: null` is the root. */
  selection(
    input: I,
  ):
    | { readonly items: readonly { readonly id: string; readonly force_delete?: boolean | undefined }[] }
    | { readonly all: true; readonly parent_id: string | null; readonly force_delete?: boolean | undefined }
  /** Of the entries, or of the folder that all of them are in. `live` by default. */
  readonly state?: EntryState
}

/** What a call names: selected from its input, and authorised before the handler runs. */
export interface Targets<I = ParsedInput> {
  readonly entry?: EntryTarget<I>
  readonly selection?: SelectionTarget<I>
  /** Tokens of the share links that are changed. */
  shareTokens?(input: I): readonly string[]
  /** The upload that is continued. */
  uploadId?(input: I): string
}

/** Who may call an endpoint at all, and on what. The server refuses to start when an endpoint has no rule. */
export type Access<I = ParsedInput> =
  | { readonly by: 'anyone'; readonly why: string }
  /** Holds the one-time setup key; the routes stop existing once Holdall is installed. */
  | { readonly by: 'installer' }
  /** Signed in, fully: a session that awaits a second factor is nobody here. */
  | { readonly by: 'user'; readonly targets: Targets<I> }
  | { readonly by: 'admin' }
  /** Holds a share link (`params.token`). `unlocked: false` marks the few calls that a locked link still answers. */
  | { readonly by: 'visitor'; readonly unlocked: boolean; readonly targets: Targets<I> }
  /** Holds a signed content address; `can()` is asked again for whom it names. */
  | { readonly by: 'signed-address' }

/** What somebody may want to do with an entry of a space. `can(actor, action, item)` on the server answers for each. */
export type Action = 'list' | 'read' | 'create' | 'rename' | 'move' | 'trash' | 'destroy' | 'restore' | 'share'

/** A thing that a call names and the server authorises before the handler runs. `at` is where its id stands in the input. */
export type Target =
  | {
      readonly kind: 'entry'
      readonly action: Action
      /** For trashed entries, and those that the input marks with `force_delete`, in place of `action`. */
      readonly forced?: Action
      /** Dotted path in `{params, query, body}`; `body.items` also accepts a `Selection`. */
      readonly at: string
      /** What a missing id, `null` or the word `all` means. Without it such an input is a validation error. */
      readonly absent?: 'root' | 'skip'
      /** Trashed entries answer as not found unless the rule says that it is about them. */
      readonly state?: 'live' | 'trashed' | 'any'
    }
  | { readonly kind: 'share'; readonly action: 'edit'; readonly at: string }
  | { readonly kind: 'upload'; readonly action: 'continue'; readonly at: string }

/** Who may call an endpoint at all, and on what. The server refuses to start when an endpoint has no rule. */
export type Access =
  | { readonly by: 'anyone'; readonly why: string }
  /** Holds the one-time setup key; the routes stop existing once Holdall is installed. */
  | { readonly by: 'installer' }
  /** Signed in, fully: a session that awaits a second factor is nobody here. */
  | { readonly by: 'user'; readonly targets: readonly Target[] }
  | { readonly by: 'admin' }
  /** Holds a share link (`params.token`). `unlocked: false` marks the few calls that a locked link still answers. */
  | { readonly by: 'visitor'; readonly unlocked: boolean; readonly targets: readonly Target[] }
  /** Holds a signed content address; `can()` is asked again for whom it names. */
  | { readonly by: 'signed-address' }

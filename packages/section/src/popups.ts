/** What each popup is opened with. A section adds its own by declaration merging. */
export interface PopupInputs {
  'create-folder': { readonly parentId: string | null }
  'rename-item': { readonly id: string; readonly name: string; readonly type: 'file' | 'folder' }
  move: {
    readonly ids: readonly string[]
    readonly fromId: string | null
    /** Everything in `fromId` but `ids`. */
    readonly allBut?: boolean
  }
  'share-create': { readonly id: string; readonly name: string; readonly type: 'file' | 'folder' }
  'share-edit': { readonly id: string; readonly name: string; readonly type: 'file' | 'folder'; readonly token: string }
}
export type PopupName = keyof PopupInputs
/** A popup draws ui's `Dialog` itself, `open` and with `onClose={close}`; the shell loads it, stacks it and answers when it fails. */
export interface PopupProps<N extends PopupName = PopupName> {
  readonly input: PopupInputs[N]
  readonly close: () => void
}

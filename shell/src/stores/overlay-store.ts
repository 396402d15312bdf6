import { isApiError } from '@holdall/api-client'
import type {
  AlertContent,
  ConfirmContent,
  OverlayApi,
  PopupInputs,
  PopupName,
  PopupOptions,
  Readable,
} from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from './readable.ts'

/** One popup of the stack. The last one is on top. */
export type Layer = { readonly key: number } & (
  | ({ readonly kind: 'popup'; readonly name: PopupName; readonly input: PopupInputs[PopupName] } & PopupOptions)
  | { readonly kind: 'alert'; readonly content: AlertContent }
  | { readonly kind: 'confirm'; readonly content: ConfirmContent; readonly answer: (confirmed: boolean) => void }
  /** Cannot be dismissed by the user. */
  | { readonly kind: 'processing'; readonly title: string }
)

export interface ShellOverlay extends OverlayApi {
  readonly layers: Readable<readonly Layer[]>
  dismiss(key: number): void
  /** Dismisses the popup of a section, and leaves alerts and questions. */
  closePopup(): void
  /** Dismisses everything that may be dismissed. */
  clear(): void
  /** Shows that the page is busy; returns a function that ends it. */
  processing(title: string): () => void
}

const stackingOrder = { popup: 0, alert: 1, confirm: 1, processing: 2 } as const

interface OverlayDeps {
  readonly onSomethingWrong: (error: unknown) => void
  /** A message of the shell. */
  readonly text: (id: string) => string
}

export function createOverlay({ onSomethingWrong, text }: OverlayDeps): ShellOverlay {
  const store = createStore<readonly Layer[]>(() => [])
  let lastKey = 0

  const put = (layer: Layer) => {
    store.setState(
      [...store.getState(), layer].toSorted((a, b) => stackingOrder[a.kind] - stackingOrder[b.kind]),
      true,
    )
  }
  const nextKey = () => (lastKey += 1)
  const dismiss = (key: number) => {
    const leaving = store.getState().find((layer) => layer.key === key)
    if (!leaving) return
    store.setState(
      store.getState().filter((layer) => layer !== leaving),
      true,
    )
    if (leaving.kind === 'confirm') leaving.answer(false)
    if (leaving.kind === 'popup') leaving.onClose?.()
  }
  const closePopup = () => {
    for (const layer of store.getState()) if (layer.kind === 'popup') dismiss(layer.key)
  }
  const alert = (content: AlertContent) => {
    // Many calls may fail for one reason: it is shown once.
    const isShown = store
      .getState()
      .some(
        (layer) =>
          layer.kind === 'alert' && layer.content.title === content.title && layer.content.message === content.message,
      )
    if (!isShown) put({ kind: 'alert', key: nextKey(), content })
  }

  return {
    layers: readable(store),
    dismiss,
    closePopup,
    alert,
    open(name, input, options = {}) {
      // One named popup at a time: the next replaces the previous one. Alerts and questions are above it.
      closePopup()
      put({ ...options, kind: 'popup', key: nextKey(), name, input })
    },
    confirm: (content) =>
      new Promise((answer) => {
        put({ kind: 'confirm', key: nextKey(), content, answer })
      }),
    close() {
      const top = store.getState().at(-1)
      if (top && top.kind !== 'processing') dismiss(top.key)
    },
    clear() {
      for (const { key, kind } of store.getState()) if (kind !== 'processing') dismiss(key)
    },
    processing(title) {
      const key = nextKey()
      put({ kind: 'processing', key, title })
      return () => {
        dismiss(key)
      }
    },
    somethingWrong(error) {
      // Everything that changes something answers this: it is a notice, and nothing went wrong.
      if (isApiError(error, 'demo-read-only')) return alert({ title: error.message })
      onSomethingWrong(error)
      alert({ title: text('popup_error.title'), message: text('popup_error.message'), tone: 'danger' })
    },
  }
}

import { type ComponentType, useEffect, useState } from 'react'
import type { PopupProps } from '@holdall/section'
import { useShell } from '../host/host-provider.tsx'
import { OptionalBoundary } from '../layout/optional-boundary.tsx'
import type { Layer } from '../stores/overlay-store.ts'
import { PopupFailed, PopupLoading } from './popup-states.tsx'

type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly Popup: ComponentType<PopupProps> }
  | { readonly state: 'failed' }

interface Props {
  readonly layer: Extract<Layer, { kind: 'popup' }>
}

/** Loads the popup of a section; shows a placeholder until it is loaded, and an error if it fails. */
export function NamedPopup({ layer: { key, name, input } }: Props) {
  const { overlay, resolvePopup, log } = useShell()
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const [attempt, setAttempt] = useState(1)
  const close = () => {
    overlay.dismiss(key)
  }

  useEffect(() => {
    let current = true
    resolvePopup(name).then(
      (Popup) => {
        if (current) setLoaded({ state: 'ready', Popup })
      },
      (error: unknown) => {
        log.error(`The popup ${name} could not be loaded.`, error)
        if (current) setLoaded({ state: 'failed' })
      },
    )
    return () => {
      current = false
    }
  }, [resolvePopup, log, name, attempt])

  switch (loaded.state) {
    case 'loading':
      return <PopupLoading onClose={close} />
    case 'failed':
      return (
        <PopupFailed
          onClose={close}
          onRetry={() => {
            setLoaded({ state: 'loading' })
            setAttempt(attempt + 1)
          }}
        />
      )
    case 'ready':
      return (
        <OptionalBoundary
          name={`The popup ${name}`}
          log={log}
          onFailure={() => {
            setLoaded({ state: 'failed' })
          }}
        >
          <loaded.Popup input={input} close={close} />
        </OptionalBoundary>
      )
  }
}

import { useReadable } from '@holdall/section'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useShell } from '../host-provider.tsx'
import { createSwitch, type Switch } from '../switch.ts'
import { loadUntilAvailable } from '../uploads/connection.ts'

/**
 * A part of the shell whose code is fetched when it is first rendered. Code that the server does not send is fetched
 * again until it does, and whoever waits for it is told so.
 */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const unavailable = createSwitch()
  const Part = lazy(async () => ({ default: await loadUntilAvailable(load, unavailable.on) }))
  return function LatePart(props: P) {
    return (
      <Suspense fallback={<Waiting unavailable={unavailable} />}>
        <Part {...props} />
      </Suspense>
    )
  }
}

function Waiting({ unavailable }: { readonly unavailable: Switch }) {
  const { toasts } = useShell()
  const intl = useIntl()
  const isUnavailable = useReadable(unavailable.isOn)
  useEffect(() => {
    if (isUnavailable) toasts.show({ type: 'danger', message: intl.formatMessage({ id: 'popup.waiting' }) })
  }, [isUnavailable, toasts, intl])
  return null
}

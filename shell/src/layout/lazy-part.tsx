import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { createStore, type StoreApi, useStore } from 'zustand'
import { useShell } from '../host/host-provider.tsx'
import { loadUntilAvailable } from '../connection/wait-for-connection.ts'

/**
 * A part of the shell whose code is loaded when it is first rendered. Loading is retried until it succeeds; a failure
 * shows a toast.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const hasFailed = createStore<boolean>(() => false)
  const setFailed = () => {
    hasFailed.setState(true, true)
  }
  const Part = lazy(async () => ({ default: await loadUntilAvailable(load, setFailed) }))
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={<Loading hasFailed={hasFailed} />}>
        <Part {...props} />
      </Suspense>
    )
  }
}

function Loading({ hasFailed }: { readonly hasFailed: StoreApi<boolean> }) {
  const { toasts } = useShell()
  const intl = useIntl()
  const isUnavailable = useStore(hasFailed)
  useEffect(() => {
    if (isUnavailable) toasts.show({ type: 'danger', message: intl.formatMessage({ id: 'popup.waiting' }) })
  }, [isUnavailable, toasts, intl])
  return null
}

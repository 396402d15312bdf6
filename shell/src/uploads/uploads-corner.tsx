import { useHost, useUploads } from '@holdall/section'
import { lazy, Suspense, useEffect } from 'react'

const UploadTray = lazy(() => import('./tray/upload-tray.tsx').then((m) => ({ default: m.UploadTray })))

/** A finished queue leaves by itself after this long. */
const LINGER_MS = 6000

/** The tray while there is something to show; its code comes with the first upload. */
export function UploadsCorner() {
  const { uploads } = useHost()
  const items = useUploads()
  const finished = items.length > 0 && items.every(({ state }) => state.step === 'done')
  const moving = items.some(
    ({ state }) => state.step === 'waiting' || state.step === 'uploading' || state.step === 'processing',
  )
  useEffect(() => {
    if (!finished) return
    const timer = setTimeout(() => {
      uploads.clear()
    }, LINGER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [finished, uploads])
  useEffect(() => {
    if (!moving) return
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
    }
  }, [moving])
  if (items.length === 0) return null
  return (
    <Suspense>
      <UploadTray items={items} uploads={uploads} />
    </Suspense>
  )
}

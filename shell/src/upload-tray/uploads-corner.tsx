import { Slot, useHost, useUploads } from '@holdall/section'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { isActive } from '../stores/active-uploads.ts'
import { loadUntilAvailable } from '../connection/wait-for-connection.ts'
import { loadTray } from './load-tray.ts'
import { TrayCorner } from './tray-corner.tsx'
import { useHasRemoteUploads } from './use-has-remote-uploads.ts'

const lazyTray = (locale: string) =>
  lazy(() => loadUntilAvailable(() => loadTray(locale)).then((UploadTray) => ({ default: UploadTray })))

/** How long a finished queue stays; one with a failure or a renamed file stays until it is closed. */
const CLOSE_DELAY_MS = 6000

/** A browser opens a file that is dropped where nothing accepts it, in place of the page: prevented here. */
function refuseFiles(event: DragEvent) {
  const { target, dataTransfer } = event
  const isAccepted = event.defaultPrevented || (target instanceof HTMLInputElement && target.type === 'file')
  if (isAccepted || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}

/**
 * The trays of uploads and of remote uploads while there is something to show; the code of each is loaded with the first
 * one.
 */
export function UploadsCorner() {
  const { uploads } = useHost()
  const items = useUploads()
  const { locale } = useIntl()
  const [UploadTray] = useState(() => lazyTray(locale))
  const hasRemoteUploads = useHasRemoteUploads()
  const isFinished = items.length > 0 && items.every(({ state }) => state.step === 'done' && state.savedAs === null)
  const hasActive = items.some(isActive)
  useEffect(() => {
    if (!isFinished) return
    const timer = setTimeout(() => {
      uploads.clear()
    }, CLOSE_DELAY_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isFinished, uploads])
  useEffect(() => {
    if (!hasActive) return
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      event.preventDefault()
    }
    addEventListener('beforeunload', confirmLeaving)
    return () => {
      removeEventListener('beforeunload', confirmLeaving)
    }
  }, [hasActive])
  useEffect(() => {
    addEventListener('dragover', refuseFiles)
    addEventListener('drop', refuseFiles)
    return () => {
      removeEventListener('dragover', refuseFiles)
      removeEventListener('drop', refuseFiles)
    }
  }, [])
  if (items.length === 0 && !hasRemoteUploads) return null
  return (
    <TrayCorner>
      {hasRemoteUploads ? <Slot name="app.remote-uploads" props={{}} /> : null}
      {items.length > 0 ? (
        <Suspense>
          <UploadTray items={items} uploads={uploads} />
        </Suspense>
      ) : null}
    </TrayCorner>
  )
}

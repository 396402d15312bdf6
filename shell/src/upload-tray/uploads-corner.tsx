import { useHost, useUploads } from '@holdall/section'
import { lazy, Suspense, useEffect } from 'react'
import { isActive } from '../stores/active-uploads.ts'
import { loadUntilAvailable } from '../connection/wait-for-connection.ts'
import { loadTray } from './load-tray.ts'

const UploadTray = lazy(() => loadUntilAvailable(loadTray).then((m) => ({ default: m.UploadTray })))

/** How long a finished queue stays by itself; one that has something to read stays until it is closed. */
const LINGER_MS = 6000

/** A file that is dropped where nothing takes it would be opened by the browser, in place of the page. */
function refuseFiles(event: DragEvent) {
  const { target, dataTransfer } = event
  const isTaken = event.defaultPrevented || (target instanceof HTMLInputElement && target.type === 'file')
  if (isTaken || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}

/** The tray while there is something to show; its code comes with the first upload. */
export function UploadsCorner() {
  const { uploads } = useHost()
  const items = useUploads()
  const isFinished = items.length > 0 && items.every(({ state }) => state.step === 'done' && state.savedAs === null)
  const isMoving = items.some(isActive)
  useEffect(() => {
    if (!isFinished) return
    const timer = setTimeout(() => {
      uploads.clear()
    }, LINGER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isFinished, uploads])
  useEffect(() => {
    if (!isMoving) return
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      event.preventDefault()
    }
    addEventListener('beforeunload', confirmLeaving)
    return () => {
      removeEventListener('beforeunload', confirmLeaving)
    }
  }, [isMoving])
  useEffect(() => {
    addEventListener('dragover', refuseFiles)
    addEventListener('drop', refuseFiles)
    return () => {
      removeEventListener('dragover', refuseFiles)
      removeEventListener('drop', refuseFiles)
    }
  }, [])
  if (items.length === 0) return null
  return (
    <Suspense>
      <UploadTray items={items} uploads={uploads} />
    </Suspense>
  )
}

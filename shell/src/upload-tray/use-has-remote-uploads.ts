import { useHost, useSession } from '@holdall/section'
import { useEffect, useState } from 'react'
import { browserStorage } from '../preferences/storage.ts'

/** The account that has remote uploads, so that a page that is loaded again shows them. */
const STORAGE_KEY = 'holdall.remote-uploads'
const storage = browserStorage()

/** Whether the signed-in user has remote uploads to show: from the first event about one until all of them are over. */
export function useHasRemoteUploads(): boolean {
  const { events } = useHost()
  const session = useSession()
  const userId = session.state === 'signed-in' ? session.user.id : null
  const [owner, setOwner] = useState(() => storage.getItem(STORAGE_KEY))
  useEffect(() => {
    if (userId === null) return undefined
    const stop = new AbortController()
    const remember = () => {
      storage.setItem(STORAGE_KEY, userId)
      setOwner(userId)
    }
    const forget = () => {
      storage.removeItem(STORAGE_KEY)
      setOwner(null)
    }
    events.on('remote-uploads.changed', remember, stop.signal)
    events.on('remote-uploads.ended', forget, stop.signal)
    return () => {
      stop.abort()
    }
  }, [events, userId])
  return userId !== null && owner === userId
}

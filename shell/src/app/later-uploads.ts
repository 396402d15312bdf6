import type { SessionApi, UploadItem, UploadsApi } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from '../readable.ts'

/**
 * The upload engine, fetched when it is first needed: nothing of it is on the way to the first screen. What is asked
 * of it meanwhile waits for it, in order. `needed` says when to fetch it without being asked.
 */
export function laterUploads(load: () => Promise<UploadsApi>, needed: Promise<unknown>): UploadsApi {
  const store = createStore<readonly UploadItem[]>(() => [])
  let engine: Promise<UploadsApi> | null = null

  const fetched = () => {
    engine ??= load().then((uploads) => {
      const follow = () => {
        store.setState(uploads.get(), true)
      }
      follow()
      uploads.subscribe(follow)
      return uploads
    })
    // A failure is not kept: the next file fetches again.
    engine.catch(() => {
      engine = null
    })
    return engine
  }
  const ask = (what: (uploads: UploadsApi) => void) => {
    void fetched().then(what, () => undefined)
  }
  void needed.then(() => fetched().catch(() => undefined))

  return {
    ...readable(store),
    add: (sources, folderId) => {
      ask((uploads) => {
        uploads.add(sources, folderId)
      })
    },
    pause: (id) => {
      ask((uploads) => {
        uploads.pause(id)
      })
    },
    resume: (id) => {
      ask((uploads) => {
        uploads.resume(id)
      })
    },
    cancel: (id) => {
      ask((uploads) => {
        uploads.cancel(id)
      })
    },
    retry: (id) => {
      ask((uploads) => {
        uploads.retry(id)
      })
    },
    clear: () => {
      ask((uploads) => {
        uploads.clear()
      })
    },
  }
}

const QUIET_MS = 2000

/** When somebody is signed in and the first screen had its time: what an earlier visit left unfinished shows then. */
export function quietAfterSignIn(session: Pick<SessionApi, 'get' | 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.get().state !== 'signed-in') return
      stop()
      setTimeout(resolve, QUIET_MS)
    }
    const stop = session.subscribe(look)
    look()
  })
}

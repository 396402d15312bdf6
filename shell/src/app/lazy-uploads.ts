import type { SessionApi, UploadItem, UploadOptions, UploadsApi, UploadSource } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from '../stores/readable.ts'
import { loadUntilAvailable } from '../connection/wait-for-connection.ts'
import { newUploadId } from '../uploads/upload-id.ts'

export interface LazyUploadsDeps {
  readonly load: () => Promise<UploadsApi>
  /** Loads the engine once this resolves, even if no file was added. */
  readonly loadWhen: Promise<unknown>
  readonly session: Pick<SessionApi, 'get' | 'subscribe'>
  /** Called when files were added and the engine cannot be loaded; they are kept until it can. */
  readonly onUnavailable: () => void
}

/** Files that were added before the engine was loaded. */
interface Batch {
  readonly userId: string | null
  readonly sources: Map<string, UploadSource>
  readonly folderId: string | null
  readonly options: UploadOptions
}

/**
 * The upload engine, loaded when it is first needed and not with the first screen. Files that are added before are kept
 * in order until it is loaded.
 */
export function lazyUploads({ load, loadWhen, session, onUnavailable }: LazyUploadsDeps): UploadsApi {
  const store = createStore<readonly UploadItem[]>(() => [])
  let loading: Promise<void> | null = null
  let engine: UploadsApi | null = null
  let isUnavailable = false
  let batches: readonly Batch[] = []

  const userId = () => {
    const current = session.get()
    return current.state === 'signed-in' ? current.user.id : null
  }
  /** Lists the files that wait for the engine, once loading it has failed. */
  const show = () => {
    if (engine || !isUnavailable) return
    store.setState(batches.filter((batch) => batch.userId === userId()).flatMap(itemsOf), true)
  }
  /** Adds the files of the signed-in account; those of another wait until that one is signed in. */
  const handOver = () => {
    const now = batches.filter((batch) => batch.userId === userId())
    batches = batches.filter((batch) => batch.userId !== userId())
    for (const { sources, folderId, options } of now) engine?.add([...sources.values()], folderId, options)
  }
  const loaded = () => {
    loading ??= loadUntilAvailable(load, () => {
      if (!isUnavailable && batches.length > 0) onUnavailable()
      isUnavailable = true
      show()
    }).then((uploads) => {
      engine = uploads
      const follow = () => {
        store.setState(uploads.get(), true)
      }
      uploads.subscribe(follow)
      handOver()
      // Not earlier: the engine subscribed when it was created and has to see a new session first.
      session.subscribe(handOver)
      follow()
    })
    return loading
  }
  session.subscribe(show)
  void loadWhen.then(loaded)

  /** The other methods do nothing before the engine is loaded: they act on its items. */
  const pass =
    <A extends readonly unknown[]>(method: (uploads: UploadsApi, ...args: A) => void) =>
    (...args: A) => {
      if (engine) method(engine, ...args)
    }
  return {
    ...readable(store),
    add(sources, folderId, options = {}) {
      if (engine) {
        engine.add(sources, folderId, options)
        return
      }
      void loaded()
      if (sources.length === 0 && !options.emptyFolders?.length) return
      const kept = new Map(sources.map((source) => [newUploadId(), source]))
      batches = [...batches, { userId: userId(), sources: kept, folderId, options }]
      if (isUnavailable && batches.length === 1) onUnavailable()
      show()
    },
    cancel(id) {
      if (engine) engine.cancel(id)
      for (const { sources } of batches) sources.delete(id)
      show()
    },
    cancelAll() {
      if (engine) engine.cancelAll()
      batches = batches.filter((batch) => batch.userId !== userId())
      show()
    },
    chooseAgain: pass((uploads, sources: readonly UploadSource[]) => {
      uploads.chooseAgain(sources)
    }),
    continueAll: pass((uploads) => {
      uploads.continueAll()
    }),
    pause: pass((uploads, id: string) => {
      uploads.pause(id)
    }),
    resume: pass((uploads, id: string) => {
      uploads.resume(id)
    }),
    retry: pass((uploads, id: string) => {
      uploads.retry(id)
    }),
    retryAll: pass((uploads) => {
      uploads.retryAll()
    }),
    clear: pass((uploads) => {
      uploads.clear()
    }),
  }
}

function itemsOf({ sources, folderId, options }: Batch): UploadItem[] {
  return [...sources].map(([id, { file, path = '' }]) => ({
    id,
    kind: 'file',
    name: file.name,
    size: file.size,
    ...(options.link && { link: options.link }),
    folderId,
    folderName: options.folderName ?? null,
    path,
    state: { step: 'reconnecting', sent: 0 },
  }))
}

const AFTER_SIGN_IN_MS = 2000

/** Resolves some time after a sign-in, so that interrupted uploads are shown without delaying the first screen. */
export function delayAfterSignIn(session: Pick<SessionApi, 'get' | 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.get().state !== 'signed-in') return
      stop()
      setTimeout(resolve, AFTER_SIGN_IN_MS)
    }
    const stop = session.subscribe(look)
    look()
  })
}

import type { EventBus } from '@holdall/event-bus'
import { deleteAllSharedFiles, deleteExpiredSharedFiles } from '@holdall/file-browser/shared-files'
import type { StorageLike } from '../preferences/storage.ts'

/** Read by the offline screen, which is the same for everybody and knows no account. */
export const LOCALE_KEY = 'holdall.page_locale'

interface Deps {
  readonly events: Pick<EventBus, 'on'>
  readonly storage: Pick<StorageLike, 'setItem'>
  readonly locale: string
}

/**
 * Registers the service worker, where browsers have one and the operator wants it: only such pages name a manifest. A
 * browser that refuses it, as with a certificate that it does not trust, has no offline screen.
 */
export async function registerWorker({ events, storage, locale }: Deps): Promise<void> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  if (!document.querySelector('link[rel="manifest"]')) return
  storage.setItem(LOCALE_KEY, locale)
  const drop = (deleting: Promise<void>) => {
    // Without IndexedDB there are none.
    deleting.catch(() => undefined)
  }
  drop(deleteExpiredSharedFiles(Date.now()))
  events.on(
    'session.ended',
    () => {
      drop(deleteAllSharedFiles())
    },
    new AbortController().signal,
  )
  await navigator.serviceWorker.register('/service-worker.js', { scope: '/' }).catch(() => undefined)
}

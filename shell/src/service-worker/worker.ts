import { MAX_NAVIGATION_MS, type OfflineFiles, offlineStart } from './offline-start.ts'
import { takeSharedFiles } from './take-shared-files.ts'

/** The parts of a service worker's global scope that are used; TypeScript's types of pages have none of them. */
interface WorkerScope {
  readonly registration: { unregister(): Promise<boolean> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}
interface LifecycleEvent {
  waitUntil(work: Promise<unknown>): void
  /** Chromium: requests that never reach the worker. */
  addRoutes?(routes: readonly { readonly condition: object; readonly source: 'network' }[]): Promise<void>
}
interface FetchEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

/** Put before this script by the server; null where the operator has turned the app off. */
declare const HOLDALL_OFFLINE: OfflineFiles | null

declare const self: WorkerScope

const offline = offlineStart<Request, Response>({
  files: HOLDALL_OFFLINE,
  caches,
  fetch: (request, options) => fetch(request, options),
  timeoutMs: MAX_NAVIGATION_MS,
})

self.addEventListener('install', (event) => {
  // Nothing depends on which version handles a request: pages need not be closed before this one takes over.
  event.waitUntil(Promise.all([offline.install(), self.skipWaiting()]))
  // Uploads and downloads do not wait for a worker to start.
  if (event.addRoutes && HOLDALL_OFFLINE !== null)
    event.waitUntil(
      event
        .addRoutes([{ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }])
        .catch(() => undefined),
    )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    HOLDALL_OFFLINE === null
      ? Promise.all([offline.deleteAll(), self.registration.unregister()])
      : offline.deleteOthers(),
  )
})

self.addEventListener('fetch', (event) => {
  if (HOLDALL_OFFLINE === null) return
  const response = takeSharedFiles(event.request, location.origin) ?? offline.answer(event.request, location.origin)
  if (response) event.respondWith(response)
})

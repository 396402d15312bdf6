import type { UploadsApi } from '@holdall/section'

/** An upload engine with an empty list that does nothing, but for what is given. */
export function idleUploads(own: Partial<UploadsApi> = {}): UploadsApi {
  const nothing = () => {}
  const none: readonly [] = []
  return {
    get: () => none,
    subscribe: () => nothing,
    add: nothing,
    chooseAgain: nothing,
    continueAll: nothing,
    pause: nothing,
    resume: nothing,
    cancel: nothing,
    retry: nothing,
    retryAll: nothing,
    cancelAll: nothing,
    clear: nothing,
    ...own,
  }
}

import type { UploadsApi } from '@holdall/section'

/** An upload engine with an empty list whose methods do nothing, except for those in `own`. */
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

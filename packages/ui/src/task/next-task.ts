/** Resolves in a new task, so that the page can paint and handle input before. */
export const nextTask = (): Promise<void> =>
  // Safari has none.
  'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => {
        setTimeout(resolve)
      })

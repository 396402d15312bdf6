/** Resolves in a new task, so that the page can paint and handle input before. */
export const nextTask = (): Promise<void> =>
  // Safari has none. A timer would wait for a second in a tab in the background.
  'scheduler' in globalThis && 'yield' in scheduler ? scheduler.yield() : nextMessage()

const nextMessage = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

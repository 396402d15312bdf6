import type { Page } from '@playwright/test'

/** Resolves once a connection that the page opens from now on gets the events of its account. */
export const isSubscribed = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('subscription_succeeded')) resolve()
      })
    })
  })

import type { Page } from '@playwright/test'

/** Resolves once the page's service worker is active: it handles the next navigation. */
export const activeWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active && active.state !== 'activated')
      await new Promise((resolve) => {
        active.addEventListener('statechange', resolve, { once: true })
      })
  })

/** What a system does when text files are shared with the app: it posts a form. */
export const shareFiles = (page: Page, names: readonly string[]): Promise<void> =>
  page.evaluate((all) => {
    const transfer = new DataTransfer()
    for (const name of all) transfer.items.add(new File([`content of ${name}`], name, { type: 'text/plain' }))
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share-target', enctype: 'multipart/form-data' })
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', name: 'files', multiple: true, files: transfer.files })
    form.append(input)
    document.body.append(form)
    form.submit()
  }, names)

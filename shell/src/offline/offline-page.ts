/** The screen without a connection: its language, and when to try again. A script of its own, without any import. */
;(() => {
  type Texts = Record<string, string>
  const root = document.documentElement
  const byId = (id: string) => document.getElementById(id) as HTMLElement
  const all = JSON.parse(byId('texts').textContent) as Record<string, Texts>

  /** The language of the last page in this browser, else that of the browser, else the operator's. */
  const wanted = [...navigator.languages, root.lang]
  try {
    wanted.unshift(localStorage.getItem('holdall.page_locale') ?? '')
  } catch {
    // Storage is blocked.
  }
  const language = (tag: string) => tag.toLowerCase().split('-')[0] ?? ''
  const found = wanted
    .flatMap((tag) => [tag, Object.keys(all).find((known) => language(known) === language(tag)) ?? ''])
    .find((tag) => tag in all)
  const locale = found ?? 'en-US'
  const texts = all[locale] ?? {}
  root.lang = locale
  root.dir = texts['direction'] ?? 'ltr'

  const status = byId('status')
  byId('retry').textContent = texts['offline.retry'] ?? ''
  const show = () => {
    const which = navigator.onLine ? 'unreachable' : 'offline'
    byId('title').textContent = texts[`offline.${which}.title`] ?? ''
    byId('text').textContent = texts[`offline.${which}.text`] ?? ''
  }
  show()

  const FIRST_RETRY_MS = 2000
  const MAX_RETRY_MS = 30_000
  const MAX_ANSWER_MS = 10_000
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTrying = false

  /** Loads the page again once the server answers at all. */
  const attempt = async (): Promise<void> => {
    if (isTrying) return
    isTrying = true
    clearTimeout(timer)
    try {
      const { ok } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(MAX_ANSWER_MS) })
      if (ok) {
        location.reload()
        return
      }
    } catch {
      // Neither the network nor the server answers.
    }
    isTrying = false
    failures += 1
    show()
    status.textContent = ''
    timer = setTimeout(() => void attempt(), Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS))
  }
  byId('retry').addEventListener('click', () => {
    status.textContent = texts['offline.retrying'] ?? ''
    void attempt()
  })
  addEventListener('online', () => void attempt())
  addEventListener('offline', show)
  timer = setTimeout(() => void attempt(), FIRST_RETRY_MS)
})()

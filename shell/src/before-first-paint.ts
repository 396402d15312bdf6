/** Runs before the first paint: sets the theme of the last visit or the device, and hides a dismissed cookie notice. */
;(() => {
  const root = document.documentElement
  let mode: unknown = root.dataset['theme']
  try {
    const saved = JSON.parse(localStorage.getItem('holdall.preferences') ?? '{}') as {
      theme?: unknown
      cookieNoticeDismissed?: unknown
    } | null
    mode = saved?.theme ?? mode
    if (saved?.cookieNoticeDismissed === true) root.dataset['notice'] = 'dismissed'
  } catch {
    // Storage is blocked or its content is invalid: the theme of the server is used.
  }
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset['theme'] = dark ? 'dark' : 'light'
  // The colour of the browser's own bars: `applyTheme` sets it again.
  if (dark) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#0c100f')
})()

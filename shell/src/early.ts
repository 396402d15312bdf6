/** Runs before the first paint: the theme of the last visit, or the device's, so that nothing flashes. */
;(() => {
  const root = document.documentElement
  let saved: string | null = null
  try {
    saved = localStorage.getItem('theme_mode')
  } catch {
    // Storage is closed to this page: the device decides.
  }
  const mode = saved === 'light' || saved === 'dark' || saved === 'system' ? saved : root.dataset['theme']
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset['theme'] = dark ? 'dark' : 'light'
})()

/** The canvas of each theme, for the browser's own bars. */
const canvas = { light: '#f4f6f5', dark: '#0c100f' }

/** Puts the theme on the page: the tokens follow `data-theme`. */
export function paintTheme(theme: 'light' | 'dark', page: Document = document): void {
  page.documentElement.dataset['theme'] = theme
  let meta = page.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (!meta) {
    meta = page.createElement('meta')
    meta.name = 'theme-color'
    page.head.append(meta)
  }
  meta.content = canvas[theme]
}

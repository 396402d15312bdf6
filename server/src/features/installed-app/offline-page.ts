import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directionOf, inLanguage, type LocaleMessages } from '@holdall/api'
import { escapeHtml } from '../../infrastructure/messages/escape-html.ts'
import type { SettingValues } from '../../infrastructure/setting-definitions/setting-definitions.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { appImageUrl } from '../client-config/app-images.ts'
import type { Ui } from '../frontend/frontend.ts'
import { escapeJson } from '../frontend/render-page.ts'

/** Below an address that is no page. */
export const OFFLINE_PATH = '/ui/offline'

const MARK =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M10.25 11V9.6a5.75 5.75 0 0 1 11.5 0V11" fill="none" stroke="currentColor" stroke-width="2.6" /><path fill="currentColor" fill-rule="evenodd" d="M8.95 10.6v17H8.4a6.4 6.4 0 0 1-6.4-6.4V17a6.4 6.4 0 0 1 6.4-6.4zM11.55 10.6h8.9v7.1h-8.9zM11.55 20.3h8.9v7.3h-8.9zM23.05 10.6h.55A6.4 6.4 0 0 1 30 17v4.2a6.4 6.4 0 0 1-6.4 6.4h-.55z" /></svg>'

/** The screen without a connection, the same for everybody: with the texts of all languages, and without any user. */
export function offlinePage(ui: Ui, settings: SettingValues): string {
  const values: Record<string, string> = {
    lang: escapeHtml(settings['app.locale']),
    dir: directionOf(settings['app.locale']),
    theme: settings['theme.default'],
    name: escapeHtml(settings['app.name']),
    logo: logoOf(settings),
    texts: escapeJson(textsOf(ui.shell().manifest.messages ?? {}, settings)),
  }
  return shellFile(ui, 'offline.html').replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}

/**
 * The script of the service worker. It names the version of the screen and everything that this loads, so that browsers
 * install another worker when any of it changes; `page`: null makes a worker that removes itself and what it has kept.
 */
export function workerScript(ui: Ui, page: string | null): string {
  const code = shellFile(ui, 'service-worker.js')
  if (page === null) return `const HOLDALL_OFFLINE = null;\n${code}`
  const files = [...new Set([...page.matchAll(/ (?:src|href)="(\/[^"]{1,300})"/g)].map(([, path]) => path))]
  const version = createHash('sha256').update(code).update(page).digest('hex').slice(0, 16)
  return `const HOLDALL_OFFLINE = ${JSON.stringify({ version, page: OFFLINE_PATH, files })};\n${code}`
}

/** A file of the shell's build that is not served by its name. */
function shellFile(ui: Ui, name: string): string {
  const folder = ui.shellFolderOf(ui.shell().manifest.build)
  try {
    if (folder !== null) return readFileSync(join(folder, name), 'utf8')
  } catch {
    // While the shell is built, and with a build of the development server.
  }
  throw refuse('busy', { retryAfter: 5 })
}

/** The operator's logo, else the mark and the name. */
function logoOf(settings: SettingValues): string {
  const name = escapeHtml(settings['app.name'])
  const light = appImageUrl(settings, 'logo')
  if (light === null) return `${MARK}<span>${name}</span>`
  const image = (url: string, kind: string) => `<img src="${escapeHtml(url)}" alt="${name}"${kind} />`
  const dark = appImageUrl(settings, 'logo_dark')
  return dark === null ? image(light, '') : image(light, ' class="on-light"') + image(dark, ' class="on-dark"')
}

/** The texts of the screen in every language, each with the operator's edits. */
function textsOf(messages: LocaleMessages, settings: SettingValues): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = {}
  for (const [locale, all] of Object.entries(messages)) {
    const own = { ...all, ...inLanguage(settings.translations, locale) }
    const shown = Object.entries(own).filter(([id]) => id.startsWith('offline.'))
    texts[locale] = { ...Object.fromEntries(shown), direction: directionOf(locale) }
  }
  return texts
}

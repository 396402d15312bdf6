import { type BootData, inLanguage, inLocale, type LocaleMessages, type ServedSection } from '@holdall/api'
import { landing, loaded, ownerOf } from './owner.ts'

/**
 * index.html for one path and one caller: `boot` names who is signed in, so nothing may keep the page for another.
 * `messages` are the shell's, for the text that is painted before any script.
 */
export function renderPage(template: string, boot: BootData, path: string, messages: LocaleMessages = {}): string {
  const { config } = boot
  const values: Record<string, string> = {
    lang: escapeHtml(config.locale),
    dir: rightToLeft.has(config.locale.split('-')[0] ?? '') ? 'rtl' : 'ltr',
    theme: config.defaultThemeMode,
    page: skeletonFor(boot, path),
    title: escapeHtml(config.name),
    head: preloads(boot, path).join('\n    '),
    boot: escapeJson(boot),
  }
  const text = (id: string) =>
    boot.translations?.[id] ?? inLanguage(messages, config.locale)?.[id] ?? messages['en-US']?.[id] ?? ''
  // One pass, so that what a value holds is never filled in again.
  return template.replaceAll(/\{\{(?:text:([\w.]+)|(\w+))\}\}/g, (whole, id?: string, name?: string) =>
    id === undefined ? (values[name ?? ''] ?? whole) : escapeHtml(text(id)),
  )
}

const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'ha', 'he', 'khw', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which of the template's skeletons the path begins with. */
function skeletonFor({ config, sections }: BootData, path: string): 'app' | 'auth' | 'share' | 'none' {
  const shown = landing(path, sections, config)
  const owner = ownerOf(shown, sections)?.composed
  if (!owner || !loaded(owner)) return 'none'
  if (/^\/(admin|user|platform)(\/|$)/.test(shown)) return 'app'
  if (/^\/(sign-in|sign-up|forgotten-password|create-new-password)$/.test(shown)) return 'auth'
  return /^\/share\/[^/]+(\/files(\/|$)|$)/.test(shown) ? 'share' : 'none'
}

/** Links that fetch, beside the shell, the section that the path belongs to and the chunks of its page. */
function preloads({ config, sections }: BootData, path: string): string[] {
  const owner = ownerOf(landing(path, sections, config), sections)
  const section = owner && loaded(owner.composed)
  if (!section) return []
  const { entry, preload, routePreload, localePreload } = section
  const page = routePreload[owner.route.path] ?? []
  const files = new Set([entry, ...preload, ...page, ...(inLocale(localePreload ?? {}, config.locale) ?? [])])
  return [...files].map((file) => preloadLink(section, file))
}

/** The very request that the section loader makes later; any difference would fetch the file twice. */
function preloadLink({ base, integrity }: ServedSection, file: string): string {
  const hash = integrity[file] ? ` integrity="${escapeHtml(integrity[file])}"` : ''
  return `<link rel="preload" as="script" fetchpriority="low" href="${escapeHtml(base + file)}" crossorigin="anonymous"${hash} />`
}

/** JSON that stays data inside a script element. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char)

import { type BootData, directionOf, inLanguage, inLocale, type LocaleMessages, type ServedSection } from '@holdall/api'
import { escapeHtml } from '../../infrastructure/messages/escape-html.ts'
import type { LinkPreview } from './link-preview-tags.ts'
import { type Landing, landingOf, matchRoute, type Place, servedOf } from '@holdall/api/routing'

/**
 * index.html for one address and one caller: `boot` has data of the signed-in user, so nothing may cache it for others.
 * `messages` are the shell's, for the text that is painted before any script; `tags` are further ones of the head;
 * `preview` is what the head says of a public page.
 */
export function renderPage(
  template: string,
  boot: BootData,
  place: Place,
  messages: LocaleMessages = {},
  tags: readonly string[] = [],
  preview: Pick<LinkPreview, 'title' | 'description'> | null = null,
): string {
  const { config } = boot
  const landing = landingOf(boot, place)
  const section = sectionOf(landing, boot)
  const values: Record<string, string> = {
    lang: escapeHtml(config.locale),
    dir: directionOf(config.locale),
    theme: config.defaultThemeMode,
    page: section || landing.decision.kind === 'forbidden' ? skeletonFor(landing.pathname) : 'none',
    title: escapeHtml(preview ? `${preview.title} – ${config.name}` : config.name),
    heading: escapeHtml(preview?.title ?? ''),
    description: escapeHtml(
      preview?.description || config.description || `${config.name}: files and folders, stored, organised and shared.`,
    ),
    head: [...(section ? preloads(section, landing.pathname, config.locale) : []), ...tags].join('\n    '),
    boot: escapeJson(boot),
  }
  const text = (id: string) =>
    boot.translations?.[id] ?? inLanguage(messages, config.locale)?.[id] ?? messages['en-US']?.[id] ?? ''
  // One pass, so that placeholders inside of values stay as they are.
  return template.replaceAll(/\{\{(?:text:([\w.]+)|(\w+))\}\}/g, (whole, id?: string, name?: string) =>
    id === undefined ? (values[name ?? ''] ?? whole) : escapeHtml(text(id)),
  )
}

/** The section that the page shows first; null where it shows none or the section cannot be loaded. */
function sectionOf({ decision }: Landing, { sections: { sections } }: BootData): ServedSection | null {
  const composed = decision.kind === 'show' ? sections.find(({ id }) => id === decision.id) : undefined
  return composed ? servedOf(composed) : null
}

/** Which of the template's skeletons is shown while the page of a path loads. */
function skeletonFor(pathname: string): 'app' | 'auth' | 'home' | 'share' | 'none' {
  if (pathname === '/') return 'home'
  if (/^\/(admin|user|platform)(\/|$)/.test(pathname)) return 'app'
  if (/^\/(sign-in|sign-up|forgotten-password|create-new-password)$/.test(pathname)) return 'auth'
  return /^\/share\/[^/]+(\/files(\/|$)|$)/.test(pathname) ? 'share' : 'none'
}

/** Preload links for a section and the chunks of its page. */
function preloads(section: ServedSection, pathname: string, locale: string): string[] {
  const { entry, preload, routes, routePreload, localePreload = {} } = section
  const page = routePreload[matchRoute(routes, pathname)?.path ?? ''] ?? []
  const files = new Set([entry, ...preload, ...page, ...(inLocale(localePreload, locale) ?? [])])
  return [...files].map((file) => preloadLink(section, file))
}

/** The same request as the section loader's; any difference would fetch the file twice. */
function preloadLink({ base, integrity }: ServedSection, file: string): string {
  const hash = integrity[file] ? ` integrity="${escapeHtml(integrity[file])}"` : ''
  return `<link rel="preload" as="script" fetchpriority="low" href="${escapeHtml(base + file)}" crossorigin="anonymous"${hash} />`
}

/** JSON that stays data inside a script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

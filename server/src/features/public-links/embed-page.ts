import { byteFormatOf, directionOf, type Thumbnail } from '@holdall/api'
import { createHash } from 'node:crypto'
import { escapeHtml } from '../../infrastructure/messages/escape-html.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { isShownInline } from '../content/content-headers.ts'
import type { EntryRow } from '../entries/space.store.ts'

interface EmbedContext {
  readonly token: string
  /** The name of the installation. */
  readonly app: string
  readonly locale: string
}

interface EmbeddedFile extends Pick<EntryRow, 'name' | 'mime' | 'size'> {
  /** Of its bytes. */
  readonly url: string
  readonly thumbnail: Thumbnail | null
}

const style = `
:root { color-scheme: light dark; --canvas: #f4f6f5; --surface: #fff; --line: #e6ebe9; --text: #151b19; --muted: #5c6662; --accent: #068256; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --canvas: #0b0f0e; --surface: #151b19; --line: #343d39; --text: #f4f6f5; --muted: #acb3b0; --accent: #3ccc90; --on-accent: #052014 } }
* { box-sizing: border-box; margin: 0 }
html, body { block-size: 100% }
body { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); background: var(--canvas); color: var(--text); font: 15px/22px Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif }
a { color: inherit }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.media { display: block; min-block-size: 0; block-size: 100%; inline-size: 100% }
.media:focus-visible { outline-offset: -4px }
.media > img, video.media { display: block; block-size: 100%; inline-size: 100%; object-fit: contain; background: #000 }
.media > img { background: none }
.card { display: grid; gap: 16px; place-self: center; inline-size: min(100% - 24px, 420px); padding: 20px; border-radius: 16px; background: var(--surface); box-shadow: 0 0 0 1px var(--line) }
h1 { font-size: 17px; line-height: 24px; font-weight: 600; overflow-wrap: anywhere }
p { color: var(--muted); font-size: 13px; line-height: 20px }
audio { inline-size: 100% }
.actions { display: flex; flex-wrap: wrap; gap: 8px }
.button { display: inline-flex; align-items: center; justify-content: center; min-block-size: 40px; padding: 8px 16px; border-radius: 10px; font-weight: 500; text-decoration: none; box-shadow: inset 0 0 0 1px var(--line) }
.primary { flex: 1; background: var(--accent); color: var(--on-accent); box-shadow: none }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** The only pages that other sites may show in a frame. They run no script, and load nothing but the file. */
export function embedHeaders(contentUrl: string | null): Record<string, string> {
  const content = contentUrl === null ? '' : ` ${contentUrl}`
  return {
    'content-security-policy': [
      "default-src 'none'",
      `img-src 'self'${content}`,
      `media-src 'self'${content}`,
      `style-src 'sha256-${styleHash}'`,
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors *',
    ].join('; '),
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  }
}

/** A picture or a video fills the frame; a sound and anything else is a card with a download. */
export function renderEmbed(file: EmbeddedFile, context: EmbedContext): string {
  return page(`${file.name} – ${context.app}`, contentOf(file, context), context)
}

/** One page for every link that cannot be shown: it says nothing of what the link leads to. */
export function renderEmbedRefusal(context: EmbedContext): string {
  const text = textIn(context.locale)
  const content = `<main class="card"><h1>${escapeHtml(text('embed.unavailable'))}</h1><div class="actions">${openLink(context)}</div></main>`
  return page(context.app, content, context)
}

function contentOf(file: EmbeddedFile, context: EmbedContext): string {
  const { name, mime, url, thumbnail } = file
  const kind = mime !== null && isShownInline(mime) ? mime.split('/', 1)[0] : 'other'
  const address = escapeHtml(url)
  if (kind === 'image') {
    // A GIF may be animated, which its thumbnails are not.
    const picture = mime !== 'image/gif' && thumbnail ? escapeHtml(thumbnail.xl) : address
    return `<a class="media" href="${pageOf(context)}" target="_blank" rel="noopener"><img src="${picture}" alt="${escapeHtml(name)}" /></a>`
  }
  if (kind === 'video') {
    const poster = thumbnail ? ` poster="${escapeHtml(thumbnail.xl)}"` : ''
    return `<video class="media" controls playsinline preload="metadata" aria-label="${escapeHtml(name)}"${poster} src="${address}"></video>`
  }
  const sound =
    kind === 'audio'
      ? `<audio controls preload="metadata" aria-label="${escapeHtml(name)}" src="${address}"></audio>`
      : ''
  const text = textIn(context.locale)
  const download = `<a class="button primary" href="${pageOf(context)}/direct?download=1" target="_blank" rel="noopener">${escapeHtml(text('embed.download'))}</a>`
  return `<main class="card"><div><h1 dir="auto">${escapeHtml(name)}</h1><p>${escapeHtml(formatBytes(file.size, context.locale))}</p></div>${sound}<div class="actions">${download}${openLink(context)}</div></main>`
}

const pageOf = ({ token }: EmbedContext) => `/share/${escapeHtml(token)}`

const openLink = (context: EmbedContext) =>
  `<a class="button" href="${pageOf(context)}" target="_blank" rel="noopener">${escapeHtml(textIn(context.locale)('embed.open'))}</a>`

const page = (title: string, content: string, { locale }: EmbedContext) => `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${content}
</body>
</html>
`

function formatBytes(bytes: number, locale: string): string {
  const { value, options } = byteFormatOf(bytes)
  return new Intl.NumberFormat(locale, options).format(value)
}

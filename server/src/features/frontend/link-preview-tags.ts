import { escapeHtml } from '../../infrastructure/messages/escape-html.ts'

/** What messengers and social networks show of the address of a link. */
export interface LinkPreview {
  readonly title: string
  readonly description: string
  /** The absolute address of an image. */
  readonly image: string | null
}

/** The same of a public page, for its title, its description and search engines too. */
export interface PagePreview extends LinkPreview {
  /** The address under which search engines list it; null where the public address of the server is not known. */
  readonly canonical: string | null
}

export const pagePreviewTags = (siteName: string, preview: PagePreview): string[] => [
  ...linkPreviewTags(siteName, preview),
  ...(preview.canonical === null
    ? []
    : [
        `<meta property="og:url" content="${escapeHtml(preview.canonical)}" />`,
        `<link rel="canonical" href="${escapeHtml(preview.canonical)}" />`,
      ]),
]

/** The token of a page of a public link; null for other pages. It may be malformed. */
export const linkTokenOf = (pathname: string): string | null => /^\/share\/([^/]+)(?:\/|$)/.exec(pathname)?.[1] ?? null

/** Open Graph: https://ogp.me. Without the address, which has the token. */
export function linkPreviewTags(siteName: string, { title, description, image }: LinkPreview): string[] {
  const tags: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', siteName],
    ['og:title', title],
    ['og:description', description],
    ...(image === null ? [] : [['og:image', image] as const]),
    ['twitter:card', image === null ? 'summary' : 'summary_large_image'],
  ]
  return tags.map(
    ([name, content]) =>
      `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeHtml(content)}" />`,
  )
}

import { readFileSync } from 'node:fs'
import { languageIn, type MessageId } from '../../infrastructure/messages/text-in.ts'

/** The pages of every installation, in the order in which they are listed. */
export const pageSlugs = ['terms-of-service', 'privacy-policy', 'cookie-policy'] as const
export type PageSlug = (typeof pageSlugs)[number]

export const isPageSlug = (slug: string): slug is PageSlug => pageSlugs.some((one) => one === slug)

export const defaultTitles = {
  'terms-of-service': 'page.terms_of_service',
  'privacy-policy': 'page.privacy_policy',
  'cookie-policy': 'page.cookie_policy',
} as const satisfies Record<PageSlug, MessageId>

const texts = new Map<string, string>()

/** Markdown, with `{name}` and `{contact}` for the installation and its contact. Read once. */
export function defaultText(slug: PageSlug, locale: string): string {
  const name = `${slug}.${languageIn(locale)}.md`
  const text = texts.get(name) ?? readFileSync(new URL(`default-texts/${name}`, import.meta.url), 'utf8')
  texts.set(name, text)
  return text
}

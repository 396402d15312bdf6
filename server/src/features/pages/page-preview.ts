import { type ClientConfig, inLanguage } from '@holdall/api'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import type { PagePreview } from '../frontend/link-preview-tags.ts'
import type { Ui } from '../frontend/frontend.ts'
import { readPage, summaryOf } from './page-service.ts'

type Deps = Pick<Infrastructure, 'config' | 'db' | 'settings'> & { readonly ui: Pick<Ui, 'messages'> }

/** Whether an address names a page that may not exist. */
export const isOperatorPage = (pathname: string): boolean => pathname.startsWith('/page/')

/**
 * What the head of a public page says: of the homepage, where there is one, and of the pages of the operator. Null
 * for every other address, and for a page that is hidden or unknown.
 */
export async function pagePreviewOf(services: Deps, pathname: string, page: ClientConfig): Promise<PagePreview | null> {
  const canonical = services.config.publicUrl === null ? null : services.config.publicUrl + pathname
  if (pathname === '/' && page.homepage !== null) {
    const { title, description } = page.homepage.header
    return {
      title: title ?? sectionText(services, page.locale, 'homepage.header_title'),
      description: description ?? sectionText(services, page.locale, 'homepage.header_description'),
      image: null,
      canonical,
    }
  }
  if (pathname === '/contact-us') {
    const text = textIn(page.locale)
    const description = text('page.contact_description', { app: page.name })
    return { title: text('page.contact'), description, image: null, canonical }
  }
  const slug = /^\/page\/([a-z\d-]{1,64})$/.exec(pathname)?.[1]
  const found = slug === undefined ? null : await readPage(services, slug, page.locale)
  return found && { title: found.title, description: summaryOf(found), image: null, canonical }
}

/** A text of a section, as its pages show it. */
function sectionText({ ui }: Deps, locale: string, id: string): string {
  const maps = ui.messages().filter((messages) => messages['en-US']?.[id] !== undefined)
  return maps.map((messages) => inLanguage(messages, locale)?.[id] ?? messages['en-US']?.[id])[0] ?? ''
}

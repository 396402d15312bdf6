import type { PageBlock, PageSpan } from '@holdall/api'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { defaultText, defaultTitles, isPageSlug, pageSlugs } from './default-page.ts'
import { findPage, titlesOfPages } from './page.store.ts'
import { parsePage } from './parse-page.ts'

type Deps = Pick<Infrastructure, 'db' | 'settings'>

/** The content of a page that an operator writes, in characters. */
const MAX_PAGE_LENGTH = 100_000

export interface ReadPage {
  readonly slug: string
  readonly title: string
  readonly blocks: readonly PageBlock[]
}

/** A visible page in a language; null where there is none. */
export async function readPage(services: Deps, slug: string, locale: string): Promise<ReadPage | null> {
  if (!isPageSlug(slug)) return null
  const edited = await findPage(services.db, slug)
  if (edited?.is_visible === 0) return null
  const text = textIn(locale)
  const blocks = await parsedOnce((edited?.content ?? defaultText(slug, locale)).slice(0, MAX_PAGE_LENGTH))
  const { 'app.name': name, 'app.contact_email': email } = await services.settings.all()
  const contact =
    email === null
      ? { text: text('page.operator', { app: name }) }
      : { text: email, href: `mailto:${encodeURI(email)}` }
  return { slug, title: edited?.title ?? text(defaultTitles[slug]), blocks: filledIn(blocks, { name, contact }) }
}

/** Slugs and titles of the visible pages. */
export async function visiblePages({ db }: Pick<Deps, 'db'>, locale: string) {
  const edited = new Map((await titlesOfPages(db)).map((row) => [row.slug, row]))
  const text = textIn(locale)
  return pageSlugs
    .filter((slug) => edited.get(slug)?.is_visible !== 0)
    .map((slug) => ({ slug, title: edited.get(slug)?.title ?? text(defaultTitles[slug]) }))
}

/** The first sentences of a page, for the description in its head. */
export function summaryOf({ blocks }: Pick<ReadPage, 'blocks'>, maxLength = 200): string {
  const first = blocks.find((block) => block.kind === 'paragraph')
  const text = first ? first.line.map((span) => span.text).join('') : ''
  return text.length <= maxLength ? text : `${text.slice(0, text.lastIndexOf(' ', maxLength))}…`
}

/** Pages are few; an edited one has another text. */
const parsed = new Map<string, Promise<PageBlock[]>>()
const MAX_PARSED = 24

function parsedOnce(markdown: string): Promise<PageBlock[]> {
  const blocks = parsed.get(markdown) ?? parsePage(markdown)
  parsed.delete(markdown)
  parsed.set(markdown, blocks)
  const [oldest] = parsed.keys()
  if (parsed.size > MAX_PARSED && oldest !== undefined) parsed.delete(oldest)
  return blocks
}

interface Placeholders {
  readonly name: string
  readonly contact: Pick<PageSpan, 'text' | 'href'>
}

/** Filled in after the Markdown was read: nothing in a name is markup. */
function filledIn(blocks: readonly PageBlock[], values: Placeholders): PageBlock[] {
  const line = (spans: readonly PageSpan[]) => spans.flatMap((span) => filledSpan(span, values))
  return blocks.map((block): PageBlock => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
      case 'quote':
        return { ...block, line: line(block.line) }
      case 'list':
        return { ...block, items: block.items.map(line) }
      case 'table':
        return { ...block, head: block.head.map(line), rows: block.rows.map((row) => row.map(line)) }
      case 'code':
      case 'rule':
        return block
    }
  })
}

function filledSpan(span: PageSpan, { name, contact }: Placeholders): PageSpan[] {
  if (!span.text.includes('{')) return [span]
  return span.text.split(/(\{contact\})/).flatMap((part) => {
    if (part === '') return []
    return part === '{contact}' ? [{ ...span, ...contact }] : [{ ...span, text: part.replaceAll('{name}', () => name) }]
  })
}

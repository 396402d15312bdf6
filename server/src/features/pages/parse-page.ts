import type { PageBlock, PageSpan } from '@holdall/api'
import type { Lexer, MarkedToken, Token } from 'marked'
import { splitMarkdown } from './split-markdown.ts'

type Style = NonNullable<PageSpan['style']>[number]

/** Emphasis in emphasis, and lists in lists, are read up to this depth; what is deeper is text. */
const MAX_DEPTH = 8
const MAX_LIST_LEVEL = 4
/** The title of the page is its first heading. */
const LOWEST_HEADING = 4

/**
 * The blocks of a Markdown text. HTML in it is text, images are their description, and links lead to web pages, mail
 * addresses or pages of this installation. The text is parsed in pieces of a bounded length, with a turn of the event
 * loop between them, so that no text blocks it and the time grows with the length only.
 */
export async function parsePage(markdown: string): Promise<PageBlock[]> {
  // Loaded with the first page.
  const { Lexer: lexer } = await import('marked')
  const blocks: PageBlock[] = []
  for (const piece of splitMarkdown(markdown)) {
    if (piece.text.trim() !== '') {
      blocks.push(...(piece.isPlain ? [plainParagraph(piece.text)] : blocksOf(lexer, piece.text)))
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return blocks
}

const plainParagraph = (text: string): PageBlock => ({ kind: 'paragraph', line: [{ text: text.trim() }] })

function blocksOf(lexer: typeof Lexer, text: string): PageBlock[] {
  try {
    return new lexer({ gfm: true }).lex(text).flatMap((token) => fromBlock(token as MarkedToken))
  } catch {
    // The library recurses; what is nested too deeply for it is shown as it was written.
    return [plainParagraph(text)]
  }
}

function fromBlock(token: MarkedToken): PageBlock[] {
  switch (token.type) {
    case 'heading':
      return [
        { kind: 'heading', level: Math.min(Math.max(token.depth, 2), LOWEST_HEADING), line: lineOf(token.tokens) },
      ]
    case 'paragraph':
      return [{ kind: 'paragraph', line: lineOf(token.tokens) }]
    case 'text':
      return [{ kind: 'paragraph', line: lineOf(token.tokens ?? [token]) }]
    case 'html':
      return [{ kind: 'paragraph', line: [{ text: token.raw.trim() }] }]
    case 'list':
      return fromList(token, 0)
    case 'blockquote':
      return fromQuote(token.tokens)
    case 'code':
      return [{ kind: 'code', text: token.text }]
    case 'hr':
      return [{ kind: 'rule' }]
    case 'table':
      return [
        {
          kind: 'table',
          head: token.header.map(({ tokens }) => lineOf(tokens)),
          rows: token.rows.map((row) => row.map(({ tokens }) => lineOf(tokens))),
        },
      ]
    default:
      return []
  }
}

/** Only the text of what is quoted: further blocks in a quotation are paragraphs of it. */
const fromQuote = (tokens: readonly Token[]): PageBlock[] =>
  tokens
    .flatMap((token) => fromBlock(token as MarkedToken))
    .flatMap((block): PageBlock[] => {
      if ('line' in block) return [{ kind: 'quote', line: block.line }]
      return block.kind === 'list' ? block.items.map((line) => ({ kind: 'quote', line })) : [block]
    })

/** A list, cut where an item has a list of its own, and numbered further after that. */
function fromList(list: Extract<MarkedToken, { type: 'list' }>, level: number): PageBlock[] {
  const blocks: PageBlock[] = []
  const first = list.ordered && typeof list.start === 'number' ? list.start : 1
  let items: PageSpan[][] = []
  let start = first
  const end = (next: number) => {
    if (items.length > 0) blocks.push({ kind: 'list', level, start: list.ordered ? start : null, items })
    items = []
    start = next
  }
  for (const [index, { tokens }] of list.items.entries()) {
    const inner = tokens.filter(({ type }) => type === 'list') as Extract<MarkedToken, { type: 'list' }>[]
    const own = tokens.filter(({ type }) => type !== 'list')
    items.push(joinLines(own.flatMap((token) => fromBlock(token as MarkedToken)).flatMap(linesOf)))
    if (inner.length === 0) continue
    end(first + index + 1)
    blocks.push(...inner.flatMap((one) => fromList(one, Math.min(level + 1, MAX_LIST_LEVEL))))
  }
  end(first)
  return blocks
}

function linesOf(block: PageBlock): PageSpan[][] {
  if ('line' in block) return [block.line]
  if (block.kind === 'code') return [[{ text: block.text, style: ['code'] }]]
  return block.kind === 'list' ? block.items : []
}

const joinLines = (lines: readonly PageSpan[][]): PageSpan[] =>
  lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]))

function lineOf(tokens: readonly Token[], style: readonly Style[] = [], href?: string): PageSpan[] {
  const span = (text: string, own = style): PageSpan => ({
    text,
    ...(own.length > 0 && { style: [...own] }),
    ...(href !== undefined && { href }),
  })
  const inside = (token: { readonly tokens?: Token[]; readonly text: string }, own: Style): PageSpan[] => {
    const styles = style.includes(own) ? style : [...style, own]
    return style.length < MAX_DEPTH ? lineOf(token.tokens ?? [], styles, href) : [span(token.text)]
  }
  return (tokens as readonly MarkedToken[]).flatMap((token): PageSpan[] => {
    switch (token.type) {
      case 'strong':
        return inside(token, 'bold')
      case 'em':
        return inside(token, 'italic')
      case 'del':
        return inside(token, 'struck')
      case 'codespan':
        return [span(token.text, [...style, 'code'])]
      case 'br':
        return [span('\n')]
      case 'link': {
        const address = href === undefined ? safeHref(token.href) : undefined
        return lineOf(token.tokens, style, href ?? address)
      }
      case 'image':
        return token.text === '' ? [] : [span(token.text)]
      case 'text':
        return token.tokens ? lineOf(token.tokens, style, href) : [span(decoded(token.text))]
      case 'escape':
        return [span(token.text)]
      default:
        return [span(token.raw)]
    }
  })
}

const NOWHERE = 'https://nowhere.invalid'
const MAX_ADDRESS_LENGTH = 2048

/** The address of a link that may be followed; undefined for every other one. */
function safeHref(address: string): string | undefined {
  const written = decoded(address)
  if (written.length > MAX_ADDRESS_LENGTH || !URL.canParse(written, NOWHERE)) return undefined
  const { origin, protocol, href, pathname, search, hash } = new URL(written, NOWHERE)
  if (/^\/(?![/\\])/.test(written)) return origin === NOWHERE ? pathname + search + hash : undefined
  return /^(https?|mailto):/i.test(written) && ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
}

/** The library leaves the entities of HTML in texts. */
const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal)
      return code > 0x1f && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
        ? String.fromCodePoint(code)
        : whole
    },
  )

import type { PageBlock } from '@holdall/api'
import { executedBlocks, MAX_LINEAR_GROWTH } from '../../../../packages/testing/src/blocks/executed-blocks.ts'
import type * as pages from './parse-page.ts'
import { parsePage } from './parse-page.ts'
import { splitMarkdown } from './split-markdown.ts'
import { turnsDuring } from '../../testing/event-loop-turns.ts'

/** All text of blocks, and all addresses. */
function contentOf(blocks: readonly PageBlock[]) {
  const spans = blocks.flatMap((block) => {
    if ('line' in block) return block.line
    if (block.kind === 'list') return block.items.flat()
    if (block.kind === 'table') return [...block.head, ...block.rows.flat()].flat()
    return block.kind === 'code' ? [{ text: block.text }] : []
  })
  return {
    text: spans.map((span) => span.text).join(''),
    links: spans.flatMap((span) => ('href' in span && span.href !== undefined ? [span.href] : [])),
  }
}

test('headings, emphasis, lists, tables, quotations, code and rules', async () => {
  const blocks = await parsePage(
    '# Plan\n\nA **bold *both*** `x` ~~no~~ &amp;  \nend\n\n3. one\n   - in one\n4. two\n\n|a|b|\n|-|-|\n|1|2|\n\n> said\n\n```js\nlet x\n\nlet y\n```\n\n---',
  )
  expect(blocks).toEqual([
    { kind: 'heading', level: 2, line: [{ text: 'Plan' }] },
    {
      kind: 'paragraph',
      line: [
        { text: 'A ' },
        { text: 'bold ', style: ['bold'] },
        { text: 'both', style: ['bold', 'italic'] },
        { text: ' ' },
        { text: 'x', style: ['code'] },
        { text: ' ' },
        { text: 'no', style: ['struck'] },
        { text: ' &' },
        { text: '\n' },
        { text: 'end' },
      ],
    },
    { kind: 'list', level: 0, start: 3, items: [[{ text: 'one' }]] },
    { kind: 'list', level: 1, start: null, items: [[{ text: 'in one' }]] },
    { kind: 'list', level: 0, start: 4, items: [[{ text: 'two' }]] },
    { kind: 'table', head: [[{ text: 'a' }], [{ text: 'b' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] },
    { kind: 'quote', line: [{ text: 'said' }] },
    { kind: 'code', text: 'let x\n\nlet y' },
    { kind: 'rule' },
  ])
})

test('links lead to web pages, mail addresses and paths of this installation only', async () => {
  const addresses = [
    'https://site.example/a',
    'http://site.example/',
    'mailto:a@b.example',
    '/page/privacy-policy?x=1#top',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'java&#10;script:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example/x',
    '/\\evil.example/x',
    '\\\\evil.example',
    'relative',
    'https://[bad',
  ]
  const { links, text } = contentOf(await parsePage(addresses.map((address) => `[to](<${address}>)`).join('\n\n')))
  expect(links).toEqual([
    'https://site.example/a',
    'http://site.example/',
    'mailto:a@b.example',
    '/page/privacy-policy?x=1#top',
  ])
  expect(text.match(/to/g)?.length).toBeGreaterThanOrEqual(addresses.length - 1)
})

test('HTML and images are text', async () => {
  const { links, text } = contentOf(
    await parsePage(
      '<script>alert(1)</script>\n\na <b onclick=x>b</b> ![A chart](https://tracker.example/p.png)\n\n<a href="javascript:x">y</a>',
    ),
  )
  expect(links).toEqual([])
  expect(text).toContain('<script>alert(1)</script>')
  expect(text).toContain('<b onclick=x>b</b> A chart')
})

/** Blocks of code that are executed for a piece of Markdown of the greatest length. */
const MAX_PIECE_BLOCKS = 100_000

const parts = [
  '[',
  '*',
  '**a',
  '`',
  '![',
  '<',
  '_a ',
  '|',
  '~',
  '[a](',
  '> ',
  '>',
  '- ',
  ' - ',
  '&',
  '\\',
  '(',
  '*a_ ',
  '1. ',
  '<a ',
  '<!--',
  'a',
  '#',
  '\n',
  '```\n',
  '[a]: b\n',
  '|a|\n|-|\n',
  '- a\n  ',
  '\t',
  'http://a.',
  'a@',
  '\u0000',
  '> - ',
]

const nested = [
  ...['- ', '> ', '1. ', '> - '].map((container) => `${container.repeat(1000 / container.length)}a\n`),
  '- a\n```\n```~~~\n'.concat('- '.repeat(200), 'a\n'),
  '<div>\n```\n\n'.concat('- '.repeat(200), 'a\n'),
  '``` `x`\n'.concat('- '.repeat(200), 'a\n'),
  // The rest of a line is indented as far as its own lists.
  '- + > 1. * a\n      - -\t> + * 1. a\n  + - + a\n',
  Array.from({ length: 8 }, (_, level) => `${' '.repeat(4 * level)}${'- '.repeat(8 - level)}a\n`).join(''),
]

const linesAfterNested = ['b\n', '<\n', '[a\n', 'a|a\n-|-\n', '\tb\n', '===\n']
const nestedTexts = nested.flatMap((start) =>
  linesAfterNested.map((line) => {
    const piece = start + line.repeat(Math.floor((1990 - start.length) / line.length))
    return `${piece}\n\n# next\n\n`
  }),
)

/** Blocks of code that are executed for each text. */
const countBlocks = (texts: readonly string[]) => {
  const parse = ({ parsePage: parseText }: typeof pages, text: string) => parseText(text)
  return executedBlocks(import.meta.resolve('./parse-page.ts'), parse, texts)
}

test('does work in proportion to the text', async () => {
  const texts = parts.map((part) => part.repeat(Math.ceil(1000 / part.length)))
  const counts = await countBlocks([2, 4].flatMap((times) => texts.map((text) => `${text}\n`.repeat(times))))
  const growths = parts.map((part, n) => ({ part, growth: counts[n + parts.length]! / counts[n]! }))
  expect(growths.filter(({ growth }) => growth > MAX_LINEAR_GROWTH)).toEqual([])
})

test('lines after deep lists and quotations take little work', async () => {
  const counts = await countBlocks(nestedTexts)
  const found = nestedTexts.map((text, n) => ({ text, blocks: counts[n]! }))
  expect(found.filter(({ blocks }) => blocks > MAX_PIECE_BLOCKS)).toEqual([])
})

test.each(parts)(
  'a text of many %j is parsed in pieces of a bounded length, with a turn between them',
  async (part) => {
    const text = part.repeat(Math.floor(20_000 / part.length))
    const pieces = [...splitMarkdown(text)]
    expect(Math.max(...pieces.map((piece) => (piece.isPlain ? 0 : piece.text.length)))).toBeLessThan(2100)
    expect(await turnsDuring(() => parsePage(text))).toBeGreaterThanOrEqual(pieces.length)
  },
)

test('what is nested too deeply is text, and code and rules are what they are', async () => {
  const deep = `${'- '.repeat(9)}a`
  const code = `a:\n${' '.repeat(40)}- b\n${deep}`
  const rule = '- '.repeat(20)
  expect(await parsePage(`${deep}\n\n${rule}\n\n\`\`\`\n${code}\n\`\`\`\n\nx`)).toEqual([
    { kind: 'paragraph', line: [{ text: deep }] },
    { kind: 'rule' },
    { kind: 'code', text: code },
    { kind: 'paragraph', line: [{ text: 'x' }] },
  ])
})

import { render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import messages from '../messages/en-US.json'
import { executedBlocks, MAX_LINEAR_GROWTH } from '../../../testing/src/blocks/executed-blocks.ts'
import { MarkdownText } from './markdown-text.tsx'
import type * as parsing from './parse-markdown.ts'
import { parseMarkdown } from './parse-markdown.ts'

function show(text: string) {
  const { container } = render(
    <IntlProvider locale="en-US" messages={messages}>
      <MarkdownText tokens={parseMarkdown(text) ?? []} />
    </IntlProvider>,
  )
  return container
}

test('formats headings, lists, tables, code and references', () => {
  const page = show(
    '# Plan\n\n- [x] one\n- two\n\n|a|b|\n|-|-|\n|1|2|\n\n```js\nlet x = 1\n```\n\nA &amp; B &copy; **bold**',
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Plan' })).toBeInTheDocument()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['☑ one', 'two'])
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1', '2'])
  expect(page.querySelector('pre')).toHaveTextContent('let x = 1')
  expect(page).toHaveTextContent('A & B © bold')
})

test('HTML is shown as text', () => {
  const page = show(
    '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> <iframe src="//evil.example"></iframe>\n\n<svg onload=alert(1)>',
  )
  expect(page.querySelector('script, img, iframe, svg')).toBeNull()
  expect(page).toHaveTextContent('<script>alert(1)</script>')
})

test('links open a page of their own and send no referrer; others are text', () => {
  show(
    '[site](https://site.example/a) [bad](javascript:alert(1)) [coded](&#106;avascript:alert(1)) <javascript:alert(1)>',
  )
  expect(screen.getAllByRole('link').map((link) => link.outerHTML)).toEqual([
    '<a href="https://site.example/a" target="_blank" rel="noopener noreferrer nofollow">site</a>',
  ])
})

test('pictures of other hosts are not loaded', () => {
  const page = show(
    '![A chart](https://tracker.example/pixel.png) ![](/api/user) ![dot](data:image/png;base64,AAAA) ![v](data:image/svg+xml;base64,AAAA)',
  )
  expect([...page.querySelectorAll('img')].map(({ src }) => src)).toEqual(['data:image/png;base64,AAAA'])
  expect(page).toHaveTextContent('A chart')
  expect(page).toHaveTextContent('Image not loaded')
})

test('deeply nested text is shown', () => {
  expect(show(`${'>'.repeat(50)} deep`)).toHaveTextContent('deep')
})

test('text that is nested too deeply is not parsed', () => {
  expect(parseMarkdown(`a\n\n${'> '.repeat(59)}b`)).not.toBeNull()
  expect(parseMarkdown(`a\n\n${'> '.repeat(60)}b`)).toBeNull()
})

test('does work in proportion to the text', async () => {
  const parts = ['[', '*', '`', '![', '<', '_a ', '|', '~', '[a](', '> a\n', '- ', '&', '\\', '(', '*a_ ', 'a\n']
  const texts = [1000, 2000].flatMap((count) => parts.map((part) => part.repeat(count)))
  const parse = ({ parseMarkdown: parseText }: typeof parsing, text: string) => parseText(text)
  const counts = await executedBlocks(import.meta.resolve('./parse-markdown.ts'), parse, texts)
  const growths = parts.map((part, n) => ({ part, growth: counts[n + parts.length]! / counts[n]! }))
  expect(growths.filter(({ growth }) => growth > MAX_LINEAR_GROWTH)).toEqual([])
})

import { createElement, Fragment, memo, type ReactNode } from 'react'
import { Icon } from '@holdall/ui'
import { ImageOff } from '@holdall/ui/icons'
import type { MarkedToken, Token } from 'marked'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { safeAddress } from '../reading/safe-address.ts'

const Article = styled.article`
  max-inline-size: 76ch;
  margin-inline: auto;
  padding: 32px 24px 64px;
  font-size: var(--t-15);
  line-height: 26px;
  overflow-wrap: anywhere;
  &[dir],
  & [dir] {
    text-align: start;
  }
  & > * + * {
    margin-block-start: 16px;
  }
  h1,
  h2,
  h3,
  h4,
  h5,
  h6 {
    font-weight: var(--w-semi);
    line-height: 1.3;
    letter-spacing: -0.016em;
  }
  h1 {
    font-size: 28px;
  }
  h2 {
    font-size: 22px;
  }
  h3 {
    font-size: 18px;
  }
  a {
    color: var(--accent-text);
    text-decoration: underline;
  }
  ul,
  ol {
    padding-inline-start: 24px;
    list-style: revert;
  }
  li > p + p {
    margin-block-start: 8px;
  }
  blockquote {
    margin-block-end: 0;
    margin-inline: 0;
    padding-inline-start: 16px;
    border-inline-start: 2px solid var(--line-2);
    color: var(--text-2);
  }
  code {
    padding: 1px 5px;
    border-radius: 5px;
    background: var(--sunken);
    font: 400 0.9em / 1.5 var(--font-mono);
  }
  pre {
    margin-block-end: 0;
    overflow: auto;
    padding: 16px;
    border-radius: var(--r);
    background: var(--sunken);
    direction: ltr;
    text-align: left;
    code {
      padding: 0;
      background: none;
    }
  }
  hr {
    block-size: 1px;
    border: 0;
    background: var(--line-2);
  }
  .table {
    overflow: auto;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    padding: 6px 12px;
    border: 1px solid var(--line-2);
    text-align: start;
  }
  @media print {
    max-inline-size: none;
    padding: 0;
    code,
    pre {
      background: #f2f2f2;
    }
    a {
      color: #000;
    }
  }
`

const Missing = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 0 8px;
  border-radius: 6px;
  background: var(--sunken);
  color: var(--text-2);
  font-size: var(--t-13);
`

/** Deeper nested text is shown as it is written. */
const MAX_DEPTH = 60

/**
 * A Markdown document as elements of React. HTML in it is shown as text, links open other sites without a referrer and
 * in a page of their own, and pictures of other hosts are not loaded.
 */
export const MarkdownText = memo(({ tokens }: { readonly tokens: readonly Token[] }) => (
  <Article dir="auto">{render(tokens, 0)}</Article>
))
MarkdownText.displayName = 'MarkdownText'

function render(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  return (tokens ?? []).map((token, at) => (
    <Fragment key={at}>{depth > MAX_DEPTH ? token.raw : renderOne(token as MarkedToken, depth + 1)}</Fragment>
  ))
}

function renderOne(token: MarkedToken, depth: number): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return createElement(`h${String(token.depth)}`, { dir: 'auto' }, render(token.tokens, depth))
    case 'paragraph':
      return <p dir="auto">{render(token.tokens, depth)}</p>
    case 'text':
      return token.tokens ? render(token.tokens, depth) : decodeEntities(token.text)
    case 'escape':
      return token.text
    case 'strong':
      return <strong>{render(token.tokens, depth)}</strong>
    case 'em':
      return <em>{render(token.tokens, depth)}</em>
    case 'del':
      return <del>{render(token.tokens, depth)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{render(token.tokens, depth)}</blockquote>
    case 'list': {
      const items = token.items.map((item, at) => <li key={at}>{render(item.tokens, depth)}</li>)
      return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>
    }
    case 'list_item':
      return <li>{render(token.tokens, depth)}</li>
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'table':
      return (
        <div className="table">
          <table>
            <thead>
              <tr>
                {token.header.map((cell, at) => (
                  <th key={at}>{render(cell.tokens, depth)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {token.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column}>{render(cell.tokens, depth)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    case 'link': {
      const address = safeAddress(token.href)
      const content = render(token.tokens, depth)
      if (address === null) return content
      return (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          {content}
        </a>
      )
    }
    case 'image':
      return <Picture address={token.href} text={token.text} />
    case 'html':
      return token.text
  }
}

const embedded = /^data:image\/(png|jpeg|gif|webp|avif);base64,/

function Picture({ address, text }: { readonly address: string; readonly text: string }) {
  const intl = useIntl()
  if (embedded.test(address)) return <img src={address} alt={text} style={{ maxInlineSize: '100%' }} />
  return (
    <Missing title={address}>
      <Icon as={ImageOff} size={14} />
      {text || intl.formatMessage({ id: 'preview.image_missing' })}
    </Missing>
  )
}

/** The parser leaves character references as they are written. */
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{1,32});/gi, (reference) => {
    // The content of this element is text and never markup.
    const area = document.createElement('textarea')
    area.innerHTML = reference
    return area.value
  })

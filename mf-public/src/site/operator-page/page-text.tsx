import type { PageBlock, PageSpan } from '@holdall/api'
import { Link } from '@holdall/section'
import { linkStyles } from '@holdall/ui'
import { createElement, Fragment, type ReactNode } from 'react'
import styled, { css } from 'styled-components'

export const Article = styled.article`
  inline-size: min(100%, 760px);
  margin-inline: auto;
  padding: 40px 24px 96px;
  font-size: var(--t-15);
  line-height: 26px;
  overflow-wrap: anywhere;
  & > * + * {
    margin-block-start: 16px;
  }
  & [dir] {
    text-align: start;
  }
  h2,
  h3,
  h4 {
    margin-block-start: 32px;
    font-weight: var(--w-semi);
    line-height: 1.35;
    letter-spacing: -0.016em;
  }
  h2 {
    font-size: 1.25rem;
  }
  h3 {
    font-size: 1.0625rem;
  }
  li + li {
    margin-block-start: 6px;
  }
  blockquote {
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
  table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: var(--t-13);
    line-height: 20px;
  }
  th,
  td {
    padding: 10px 12px 10px 0;
    border-block-end: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
    [dir='rtl'] & {
      padding: 10px 0 10px 12px;
    }
  }
  @media (max-width: 640px) {
    padding: 24px 16px 64px;
  }
`
const TableFrame = styled.div`
  overflow-x: auto;
`
const indentOf = (level: number) => ({ paddingInlineStart: 24 * (level + 1), listStyle: 'revert' })
const linkCss = css`
  ${linkStyles}
  text-decoration: underline;
`
const Outside = styled.a`
  ${linkCss}
`
const Inside = styled(Link)`
  ${linkCss}
`

/** The blocks that the server made of a page. They have no HTML: every element is made here. */
export const PageText = ({ blocks }: { readonly blocks: readonly PageBlock[] }) =>
  blocks.map((block, index) => <Fragment key={index}>{elementOf(block)}</Fragment>)

function elementOf(block: PageBlock): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${Math.min(Math.max(block.level, 2), 4)}`, { dir: 'auto' }, lineOf(block.line))
    case 'paragraph':
      return <p dir="auto">{lineOf(block.line)}</p>
    case 'quote':
      return <blockquote dir="auto">{lineOf(block.line)}</blockquote>
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index} dir="auto">
          {lineOf(item)}
        </li>
      ))
      return block.start === null ? (
        <ul style={indentOf(block.level)}>{items}</ul>
      ) : (
        <ol style={indentOf(block.level)} start={block.start}>
          {items}
        </ol>
      )
    }
    case 'code':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'table':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <TableFrame tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  <th key={index} scope="col" dir="auto">
                    {lineOf(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column} dir="auto">
                      {lineOf(cell)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )
    case 'rule':
      return <hr />
  }
}

const tags = { bold: 'strong', italic: 'em', struck: 'del', code: 'code' } as const

const lineOf = (line: readonly PageSpan[]): ReactNode =>
  line.map((span, index) => <Fragment key={index}>{spanOf(span)}</Fragment>)

function spanOf({ text, style = [], href }: PageSpan): ReactNode {
  const lines = text.split('\n').flatMap((part, index) => (index === 0 ? [part] : [<br key={index} />, part]))
  const styled = style.reduceRight<ReactNode>((inner, name) => createElement(tags[name], null, inner), lines)
  if (href === undefined) return styled
  if (/^\/(?!\/)/.test(href)) return <Inside to={href}>{styled}</Inside>
  // Checked by the server too.
  if (!/^(https?|mailto):/i.test(href)) return styled
  return (
    <Outside href={href} rel="noopener noreferrer nofollow" {...(/^mailto:/i.test(href) ? {} : { target: '_blank' })}>
      {styled}
    </Outside>
  )
}

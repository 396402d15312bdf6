import { type ReactNode, useMemo, useState } from 'react'
import styled from 'styled-components'
import { languageOf } from '../viewer-by-type.ts'
import type { ViewerProps } from '../viewer-props.ts'
import { PlainText } from './plain-text.tsx'
import { TextFrame } from './text-frame.tsx'
import type { CodeTree } from './text-work.ts'
import { MAX_TEXT_BYTES } from './text-viewer.tsx'
import { useProcessedText } from './use-processed-text.ts'
import { useText } from './use-text.ts'
import { WrapButton } from './wrap-button.tsx'

/** Longer texts are shown without colours, which take time by their length. */
const MAX_HIGHLIGHTED_CHARACTERS = 100_000

const Code = styled.pre`
  min-inline-size: max-content;
  margin: 0;
  padding: 16px;
  direction: ltr;
  font: 400 var(--t-13) / 20px var(--font-mono);
  tab-size: 4;
  text-align: left;
  white-space: pre;
  &[data-wraps] {
    min-inline-size: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .hljs-comment,
  .hljs-quote {
    color: var(--text-3);
  }
  .hljs-keyword,
  .hljs-selector-tag,
  .hljs-tag,
  .hljs-name,
  .hljs-section {
    color: #c7a8ff;
  }
  .hljs-string,
  .hljs-regexp,
  .hljs-addition,
  .hljs-link {
    color: #7fd6a8;
  }
  .hljs-number,
  .hljs-literal,
  .hljs-symbol,
  .hljs-bullet {
    color: #f2b880;
  }
  .hljs-title,
  .hljs-attr,
  .hljs-attribute,
  .hljs-property {
    color: #8cbcff;
  }
  .hljs-type,
  .hljs-built_in,
  .hljs-variable,
  .hljs-selector-class,
  .hljs-selector-id,
  .hljs-meta {
    color: #f0cf7a;
  }
  .hljs-deletion {
    color: #ff938b;
  }
  .hljs-emphasis {
    font-style: italic;
  }
  .hljs-strong {
    font-weight: var(--w-semi);
  }
  @media print {
    white-space: pre-wrap;
    & span {
      color: #000 !important;
    }
  }
`

/** Source code with colours by its language. */
export function CodeViewer({ setPrint, ...source }: ViewerProps) {
  const { name, mimetype } = source.entry.attributes
  const read = useText(source, MAX_TEXT_BYTES)
  const [wraps, setWraps] = useState(false)
  return (
    <TextFrame
      read={read}
      name={name}
      setPrint={setPrint}
      direction="ltr"
      tools={<WrapButton wraps={wraps} onChange={setWraps} />}
    >
      {read ? <HighlightedText text={read.text} language={languageOf(name, mimetype)} wraps={wraps} /> : null}
    </TextFrame>
  )
}

interface HighlightedTextProps {
  readonly text: string
  readonly language: string | null
  readonly wraps: boolean
}

function HighlightedText({ text, language, wraps }: HighlightedTextProps) {
  const work = useMemo(
    () =>
      language !== null && text.length <= MAX_HIGHLIGHTED_CHARACTERS ? { kind: 'code' as const, text, language } : null,
    [language, text],
  )
  const tree = useProcessedText(work)
  const content = useMemo(() => (tree ? render(tree) : null), [tree])
  // Without colours the text is as readable.
  if (!tree) return <PlainText text={text} wraps={wraps} />
  return <Code data-wraps={wraps || undefined}>{content}</Code>
}

type Node = CodeTree['children'][number]

/** Elements of React, not HTML: text of the file cannot become markup. */
function render({ children }: { readonly children: readonly Node[] }): ReactNode {
  return children.map((node, at) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const { className } = node.properties
    return (
      <span key={at} className={Array.isArray(className) ? className.join(' ') : ''}>
        {render(node)}
      </span>
    )
  })
}

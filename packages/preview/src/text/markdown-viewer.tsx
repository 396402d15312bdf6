import { useMemo, useState } from 'react'
import { Segmented } from '@holdall/ui'
import { useIntl } from 'react-intl'
import type { ViewerProps } from '../viewer-props.ts'
import { MarkdownText } from './markdown-text.tsx'
import { parseMarkdown } from './parse-markdown.ts'
import { PlainText } from './plain-text.tsx'
import { TextFrame } from './text-frame.tsx'
import { useText } from './use-text.ts'

/** Parsing takes longer than by their length for some texts. */
const MAX_MARKDOWN_BYTES = 128 * 1024

/** A formatted Markdown document, or its source. */
export function MarkdownViewer({ setPrint, ...source }: ViewerProps) {
  const intl = useIntl()
  const read = useText(source, MAX_MARKDOWN_BYTES)
  const [view, setView] = useState<'rendered' | 'source'>('rendered')
  const text = read?.text ?? ''
  const tokens = useMemo(() => parseMarkdown(text), [text])
  const option = (value: 'rendered' | 'source') => ({
    value,
    label: intl.formatMessage({ id: `preview.text.${value}` }),
  })
  return (
    <TextFrame
      read={read}
      name={source.entry.attributes.name}
      setPrint={setPrint}
      tools={
        tokens && (
          <Segmented
            label={intl.formatMessage({ id: 'preview.text.view' })}
            options={[option('rendered'), option('source')]}
            value={view}
            onChange={setView}
          />
        )
      }
    >
      {tokens && view === 'rendered' ? <MarkdownText tokens={tokens} /> : <PlainText text={text} wraps />}
    </TextFrame>
  )
}

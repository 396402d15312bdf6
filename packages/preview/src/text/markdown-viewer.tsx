import { useMemo, useState } from 'react'
import { Segmented } from '@holdall/ui'
import { useIntl } from 'react-intl'
import { Loading } from '../controls/loading.tsx'
import type { ViewerProps } from '../viewer-props.ts'
import { MarkdownText } from './markdown-text.tsx'
import { PlainText } from './plain-text.tsx'
import { TextFrame } from './text-frame.tsx'
import { useProcessedText } from './use-processed-text.ts'
import { useText } from './use-text.ts'

/** Parsing takes longer than by their length for some texts. */
const MAX_MARKDOWN_BYTES = 128 * 1024

/** A formatted Markdown document, or its source. */
export function MarkdownViewer({ setPrint, ...source }: ViewerProps) {
  const intl = useIntl()
  const read = useText(source, MAX_MARKDOWN_BYTES)
  const [view, setView] = useState<'rendered' | 'source'>('rendered')
  const text = read?.text ?? ''
  const work = useMemo(() => (text === '' ? null : { kind: 'markdown' as const, text }), [text])
  const tokens = useProcessedText(work)
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
      {tokens === undefined ? (
        <Loading name={source.entry.attributes.name} />
      ) : tokens && view === 'rendered' ? (
        <MarkdownText tokens={tokens} />
      ) : (
        <PlainText text={text} wraps />
      )}
    </TextFrame>
  )
}

import { useEffect, useRef, useState } from 'react'
import { IconButton, Input } from '@holdall/ui'
import { ChevronDown, ChevronUp, X } from '@holdall/ui/icons'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { type Hit, searchPages } from './search-pages.ts'

const Box = styled.search`
  position: absolute;
  inset-block-start: 8px;
  inset-inline-end: 88px;
  z-index: 2;
  display: flex;
  align-items: center;
  gap: 4px;
  max-inline-size: calc(100% - 16px);
  padding: 6px;
  border-radius: 12px;
  background: var(--raised);
  box-shadow: var(--sh-3);
  font-size: var(--t-13);
  input {
    inline-size: 200px;
    min-inline-size: 80px;
  }
  output {
    min-inline-size: 72px;
    padding-inline: 8px;
    text-align: center;
    white-space: nowrap;
  }
  @media (max-width: 640px) {
    inset-inline: 8px;
    input {
      inline-size: 100%;
    }
  }
  @media print {
    display: none;
  }
`
const DELAY_MS = 250

interface SearchBarProps {
  readonly pdf: PDFDocumentProxy
  readonly onSearch: (query: string) => void
  readonly onHit: (hit: Hit | null) => void
  readonly onClose: () => void
}

/** Searches the text of a document. */
export function SearchBar({ pdf, onSearch, onHit, onClose }: SearchBarProps) {
  const intl = useIntl()
  const [text, setText] = useState('')
  const [found, setFound] = useState<{
    readonly of: string
    readonly hits: readonly Hit[]
    readonly at: number
  } | null>(null)
  const latest = useRef({ onSearch, onHit })
  useEffect(() => {
    latest.current = { onSearch, onHit }
  })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  useEffect(() => {
    const stop = new AbortController()
    const run = async () => {
      const hits = text === '' ? [] : await searchPages(pdf, text, stop.signal)
      if (stop.signal.aborted) return
      setFound({ of: text, hits, at: 0 })
      latest.current.onSearch(text)
      latest.current.onHit(hits[0] ?? null)
    }
    const timer = window.setTimeout(() => void run().catch(() => undefined), DELAY_MS)
    return () => {
      window.clearTimeout(timer)
      stop.abort()
    }
  }, [pdf, text])
  const step = (delta: number) => {
    if (!found || found.hits.length === 0) return
    const at = (found.at + delta + found.hits.length) % found.hits.length
    setFound({ ...found, at })
    onHit(found.hits[at] ?? null)
  }
  return (
    <Box data-own-escape>
      <Input
        ref={field}
        value={text}
        aria-label={intl.formatMessage({ id: 'preview.find' })}
        onChange={({ target }) => {
          setText(target.value)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') onClose()
        }}
      />
      <output>
        {text === '' ? null : found?.of !== text ? (
          <FormattedMessage id="preview.find.searching" />
        ) : found.hits.length === 0 ? (
          <FormattedMessage id="preview.find.none" />
        ) : (
          <FormattedMessage id="preview.find.result" values={{ position: found.at + 1, total: found.hits.length }} />
        )}
      </output>
      <IconButton
        icon={ChevronUp}
        size="s"
        label={intl.formatMessage({ id: 'preview.find.previous' })}
        onClick={() => {
          step(-1)
        }}
      />
      <IconButton
        icon={ChevronDown}
        size="s"
        label={intl.formatMessage({ id: 'preview.find.next' })}
        onClick={() => {
          step(1)
        }}
      />
      <IconButton icon={X} size="s" label={intl.formatMessage({ id: 'preview.find.close' })} onClick={onClose} />
    </Box>
  )
}

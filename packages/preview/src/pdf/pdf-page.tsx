import { useEffect, useRef, useState } from 'react'
import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { linksOf, type PageLink } from './page-links.ts'
import { rangesOf } from './search-pages.ts'

/** Larger canvases fail in some browsers, and take much memory in all. */
const MAX_CANVAS_PIXELS = 16_777_216

const Paper = styled.section`
  position: relative;
  margin-inline: auto;
  background: #fff;
  direction: ltr;
  canvas {
    display: block;
    inline-size: 100%;
    block-size: 100%;
  }
`
/** As pdf.js positions the transparent text that is selected and searched. */
const Words = styled.div`
  position: absolute;
  inset: 0;
  overflow: clip;
  line-height: 1;
  text-align: initial;
  transform-origin: 0 0;
  --text-scale-factor: var(--total-scale-factor);
  span,
  br {
    position: absolute;
    color: transparent;
    cursor: text;
    white-space: pre;
    transform-origin: 0% 0%;
  }
  & > :not(.markedContent),
  .markedContent span:not(.markedContent) {
    --font-height: 0;
    --scale-x: 1;
    --rotate: 0deg;
    font-size: calc(var(--text-scale-factor) * var(--font-height));
    transform: rotate(var(--rotate)) scaleX(var(--scale-x));
  }
  .markedContent {
    display: contents;
  }
  ::selection {
    background: rgb(0 90 255 / 0.3);
  }
  ::highlight(preview-found) {
    background: rgb(255 200 0 / 0.45);
  }
  ::highlight(preview-current) {
    background: rgb(255 110 0 / 0.55);
  }
`

const Links = styled.div`
  position: absolute;
  inset: 0;
  overflow: clip;
  pointer-events: none;
  & > * {
    position: absolute;
    border-radius: 2px;
    cursor: pointer;
    pointer-events: auto;
    &:hover {
      background: rgb(0 90 255 / 0.12);
    }
  }
`

interface PdfPageProps {
  readonly document: PDFDocumentProxy
  /** From 1. */
  readonly page: number
  readonly scale: number
  /** CSS pixels. */
  readonly width: number
  readonly height: number
  /** The searched text; empty where nothing is searched. */
  readonly query: string
  /** Which of the hits of this page is the current one; null where it is on another page. */
  readonly current: number | null
  /** Called with the size of the page at a scale of 1. */
  readonly onSize: (page: number, width: number, height: number) => void
  /** Called with the place of the current hit. */
  readonly onCurrent: (range: Range) => void
  /** Called with the place in the document that a link leads to. */
  readonly onGo: (destination: unknown) => void
  /** Called when the page cannot be read or drawn; it stays white. */
  readonly onFailure: () => void
}

/** One page: its picture, and above that its text. */
export function PdfPage(props: PdfPageProps) {
  const { document: pdf, page, scale, width, height, query, current, onSize, onCurrent, onGo, onFailure } = props
  const intl = useIntl()
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [links, setLinks] = useState<readonly PageLink[]>([])
  const search = useRef({ query, current, onCurrent })
  useEffect(() => {
    search.current = { query, current, onCurrent }
    mark(page, words.current, search.current)
  }, [current, onCurrent, page, query])

  useEffect(() => {
    const stop = new AbortController()
    const draw = async () => {
      const loaded = await pdf.getPage(page)
      const size = loaded.getViewport({ scale: 1 })
      onSize(page, size.width, size.height)
      const [surface, layer] = [canvas.current, words.current]
      if (stop.signal.aborted || !surface || !layer) return
      const ratio = Math.min(window.devicePixelRatio, Math.sqrt(MAX_CANVAS_PIXELS / (size.width * size.height)) / scale)
      const viewport = loaded.getViewport({ scale: scale * ratio })
      surface.width = Math.floor(viewport.width)
      surface.height = Math.floor(viewport.height)
      const rendering = loaded.render({ canvas: surface, viewport })
      stop.signal.addEventListener('abort', () => {
        rendering.cancel()
      })
      layer.replaceChildren()
      layer.style.setProperty('--total-scale-factor', String(scale))
      const text = new TextLayer({
        textContentSource: loaded.streamTextContent(),
        container: layer,
        viewport: loaded.getViewport({ scale }),
      })
      stop.signal.addEventListener('abort', () => {
        text.cancel()
      })
      await Promise.all([rendering.promise, text.render()])
      mark(page, layer, search.current)
      const leading = await linksOf(loaded)
      if (!stop.signal.aborted) setLinks(leading)
    }
    draw().catch(() => {
      if (!stop.signal.aborted) onFailure()
    })
    return () => {
      stop.abort()
    }
  }, [onFailure, onSize, page, pdf, scale])
  useEffect(
    () => () => {
      unmark(page)
    },
    [page],
  )

  return (
    <Paper
      aria-label={intl.formatMessage({ id: 'preview.pdf.page' }, { page })}
      style={{ inlineSize: width, blockSize: height }}
    >
      <canvas ref={canvas} />
      <Words ref={words} />
      <Links>
        {links.map(({ box, address, destination }, at) => {
          const style = Object.fromEntries(Object.entries(box).map(([side, part]) => [side, `${String(part)}%`]))
          return address === null ? (
            <button
              key={at}
              type="button"
              aria-label={intl.formatMessage({ id: 'preview.pdf.link' })}
              style={style}
              onClick={() => {
                onGo(destination)
              }}
            />
          ) : (
            <a
              key={at}
              href={address}
              target="_blank"
              rel="noopener noreferrer nofollow"
              aria-label={address}
              title={address}
              style={style}
            />
          )
        })}
      </Links>
    </Paper>
  )
}

interface Search {
  readonly query: string
  readonly current: number | null
  readonly onCurrent: (range: Range) => void
}

const found = new Map<number, { readonly ranges: readonly Range[]; readonly current: Range | undefined }>()

/** Highlights the hits of a page without changing its elements, where the browser can. */
function mark(page: number, layer: HTMLElement | null, { query, current, onCurrent }: Search) {
  if (!layer || !('highlights' in CSS)) return
  const ranges = query === '' ? [] : rangesOf(layer, query)
  const range = current === null ? undefined : ranges[current]
  found.set(page, { ranges, current: range })
  showMarks()
  if (range) onCurrent(range)
}

function unmark(page: number) {
  if (found.delete(page) && 'highlights' in CSS) showMarks()
}

function showMarks() {
  const pages = [...found.values()]
  CSS.highlights.set('preview-found', new Highlight(...pages.flatMap(({ ranges }) => ranges)))
  CSS.highlights.set('preview-current', new Highlight(...pages.flatMap(({ current }) => (current ? [current] : []))))
}

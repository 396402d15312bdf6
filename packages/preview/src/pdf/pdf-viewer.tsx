import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '@holdall/ui'
import { MoveHorizontal, Search } from '@holdall/ui/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Loading } from '../controls/loading.tsx'
import { Pill, PillText } from '../controls/pill.tsx'
import { useSizeOf } from '../controls/use-size-of.ts'
import { ZoomButtons } from '../controls/zoom-buttons.tsx'
import { probe, PROBE_TIMEOUT_MS } from '../reading/read-bytes.ts'
import type { ViewerProps } from '../viewer-props.ts'
import { PasswordForm } from './password-form.tsx'
import { pageOf } from './page-links.ts'
import { PdfPage } from './pdf-page.tsx'
import { rememberedZoom, rememberZoom, zoomStep } from './pdf-zoom.ts'
import { printPages } from './print-pages.ts'
import { SearchBar } from './search-bar.tsx'
import { type Hit, pagesOf } from './search-pages.ts'
import { type PageSize, usePdf } from './use-pdf.ts'

const Scroller = styled.section`
  block-size: 100%;
  overflow: auto;
  &:focus-visible {
    outline-offset: -2px;
  }
  @media print {
    display: none;
  }
`
const Pages = styled.div`
  position: relative;
  min-inline-size: 100%;
  & > div {
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
  }
`
const Middle = styled.div`
  display: grid;
  place-items: center;
  block-size: 100%;
`

/** CSS pixels of a point, in which the sizes of pages are given. */
const PIXELS_PER_POINT = 96 / 72
const GAP_PX = 12
const SIDE_PX = 16
/** Of the pane, where it cannot be measured. */
const UNKNOWN_SIZE = { width: 800, height: 0 }

/** The pages of a PDF document; those on the screen are drawn. */
export function PdfViewer({ entry, url, onFailure, setPrint }: ViewerProps) {
  const { opened, request } = usePdf(url, onFailure)
  const pdf = opened?.document
  useEffect(() => {
    if (!pdf) return undefined
    setPrint(() => void printPages(pdf).catch(() => undefined))
    return () => {
      setPrint(null)
    }
  }, [pdf, setPrint])
  // A page that cannot be drawn stays white, unless the reason is that its bytes cannot be read any more.
  const onPageFailure = useCallback(() => {
    const report = async () => {
      const failure = await probe(url, AbortSignal.timeout(PROBE_TIMEOUT_MS))
      if (failure) onFailure(failure)
    }
    report().catch(() => undefined)
  }, [onFailure, url])
  if (opened)
    return (
      <PageList
        pdf={opened.document}
        firstSize={opened.first}
        name={entry.attributes.name}
        onPageFailure={onPageFailure}
      />
    )
  if (!request) return <Loading name={entry.attributes.name} />
  return (
    <Middle>
      <PasswordForm request={request} />
    </Middle>
  )
}

interface PageListProps {
  readonly pdf: PDFDocumentProxy
  readonly firstSize: PageSize
  readonly name: string
  readonly onPageFailure: () => void
}

function PageList({ pdf, firstSize, name, onPageFailure }: PageListProps) {
  const intl = useIntl()
  const pane = useRef<HTMLElement>(null)
  const { width } = useSizeOf(pane, UNKNOWN_SIZE)
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(() => new Map([[1, firstSize]]))
  const [zoom, setZoom] = useState(rememberedZoom)
  const [isSearching, setSearching] = useState(false)
  const [query, setQuery] = useState('')
  const [hit, setHit] = useState<Hit | null>(null)

  const fit = Math.min(1.5, Math.max(0.2, (width - 2 * SIDE_PX) / (firstSize.width * PIXELS_PER_POINT)))
  const scale = (zoom ?? fit) * PIXELS_PER_POINT
  const sizeOf = (page: number) => sizes.get(page) ?? firstSize
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled.
  const virtual = useVirtualizer({
    count: pagesOf(pdf),
    getScrollElement: () => pane.current,
    estimateSize: (index) => Math.round(sizeOf(index + 1).height * scale) + GAP_PX,
    overscan: 1,
  })
  useLayoutEffect(() => {
    virtual.measure()
  }, [virtual, scale, sizes])
  const onSize = useCallback((page: number, pageWidth: number, height: number) => {
    setSizes((known) => {
      const size = known.get(page)
      if (size?.width === pageWidth && size.height === height) return known
      return new Map(known).set(page, { width: pageWidth, height })
    })
  }, [])
  const change = (next: number | null) => {
    setZoom(next)
    rememberZoom(next)
  }
  const show = (next: Hit | null) => {
    setHit(next)
    if (next) virtual.scrollToIndex(next.page - 1, { align: 'start' })
  }
  const go = (destination: unknown) => {
    void pageOf(pdf, destination).then((page) => {
      if (page !== null) virtual.scrollToIndex(page - 1, { align: 'start' })
    })
  }
  const onCurrent = useCallback((range: Range) => {
    range.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, [])
  const items = virtual.getVirtualItems()
  const middle = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0) / 2
  const current = (items.find(({ end }) => end > middle) ?? items.at(-1))?.index ?? 0
  const widest = Math.max(...items.map(({ index }) => sizeOf(index + 1).width), 0) * scale + 2 * SIDE_PX

  return (
    <>
      {isSearching ? (
        <SearchBar
          pdf={pdf}
          onSearch={setQuery}
          onHit={show}
          onClose={() => {
            setSearching(false)
            setQuery('')
            setHit(null)
            pane.current?.focus()
          }}
        />
      ) : null}
      {/* Scrolled by keyboard, so it is focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Scroller ref={pane} tabIndex={0} aria-label={name} data-own-swipe={widest > width || undefined}>
        <Pages style={{ blockSize: virtual.getTotalSize(), inlineSize: widest > width ? widest : '100%' }}>
          {items.map(({ index, start }) => {
            const page = index + 1
            const size = sizeOf(page)
            return (
              <div key={index} style={{ transform: `translateY(${String(start)}px)` }}>
                <PdfPage
                  document={pdf}
                  page={page}
                  scale={scale}
                  width={Math.round(size.width * scale)}
                  height={Math.round(size.height * scale)}
                  query={query}
                  current={hit?.page === page ? hit.nth : null}
                  onSize={onSize}
                  onCurrent={onCurrent}
                  onGo={go}
                  onFailure={onPageFailure}
                />
              </div>
            )
          })}
        </Pages>
      </Scroller>
      <Pill label={name}>
        <PillText>
          <FormattedMessage id="preview.pdf.pages" values={{ page: current + 1, pages: pagesOf(pdf) }} />
        </PillText>
        <ZoomButtons
          scale={zoom ?? fit}
          onZoom={(direction) => {
            change(zoomStep(zoom ?? fit, direction))
          }}
        />
        <IconButton
          icon={MoveHorizontal}
          iconSize={16}
          label={intl.formatMessage({ id: 'preview.zoom.fit' })}
          aria-pressed={zoom === null}
          onClick={() => {
            change(null)
          }}
        />
        <IconButton
          icon={Search}
          iconSize={16}
          label={intl.formatMessage({ id: 'preview.find' })}
          aria-pressed={isSearching}
          onClick={() => {
            setSearching(true)
          }}
        />
      </Pill>
    </>
  )
}

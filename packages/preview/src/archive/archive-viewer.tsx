import { useEffect, useRef, useState } from 'react'
import { EntryIcon, lookOf, useFormatDate, useFormatSize } from '@holdall/file-browser'
import { Icon, VisuallyHidden } from '@holdall/ui'
import { Folder, Lock } from '@holdall/ui/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Loading } from '../controls/loading.tsx'
import { viewerFrameStyles } from '../controls/viewer-frame.ts'
import { toReadFailure } from '../reading/read-failure.ts'
import type { ViewerProps } from '../viewer-props.ts'
import { type Archive, readArchive } from './read-archive.ts'

const ROW_HEIGHT_PX = 40

const Frame = styled.div`
  ${viewerFrameStyles}
  max-inline-size: 900px;
`
const Head = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 12px;
  padding: 12px 16px;
  border-block-end: 1px solid var(--line);
  color: var(--text-2);
  font-size: var(--t-13);
`
const Scroller = styled.section`
  flex: 1;
  min-block-size: 0;
  overflow: auto;
  ul {
    position: relative;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`
const Row = styled.li`
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;
  display: flex;
  align-items: center;
  gap: 12px;
  block-size: ${ROW_HEIGHT_PX}px;
  padding-inline: 16px;
  font-size: var(--t-13);
  & > svg {
    color: var(--icon);
  }
  & > span {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > bdi {
    flex: none;
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 640px) {
    & > bdi + bdi {
      display: none;
    }
  }
`
/** The entries of a zip archive. */
export function ArchiveViewer({ entry, url, onFailure }: ViewerProps) {
  const formatSize = useFormatSize()
  const { name, filesize } = entry.attributes
  const [archive, setArchive] = useState<Archive | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    readArchive(url, filesize ?? 0, stop.signal).then(setArchive, (error: unknown) => {
      if (!stop.signal.aborted) onFailure(toReadFailure(error))
    })
    return () => {
      stop.abort()
    }
  }, [filesize, onFailure, url])
  if (!archive) return <Loading name={name} />
  const { entries, count, size } = archive
  return (
    <Frame>
      <Head>
        <EntryIcon entry={entry} size={28} />
        <output>
          <FormattedMessage id="preview.archive.caption" values={{ count, size: formatSize(size) }} />
          {entries.length < count ? (
            <>
              {' · '}
              <FormattedMessage id="preview.archive.more" values={{ shown: entries.length, count }} />
            </>
          ) : null}
        </output>
      </Head>
      <Entries archive={archive} name={name} />
    </Frame>
  )
}

function Entries({ archive: { entries }, name }: { readonly archive: Archive; readonly name: string }) {
  const intl = useIntl()
  const formatSize = useFormatSize()
  const formatDate = useFormatDate()
  const pane = useRef<HTMLElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled.
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => pane.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 10,
  })
  return (
    // Scrolled by keyboard, so it is focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Scroller ref={pane} tabIndex={0} aria-label={name}>
      <ul style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = entries[index]
          if (!item) return null
          const { path, isFolder, isEncrypted, size, modified } = item
          return (
            <Row
              key={index}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${String(start)}px)` }}
            >
              <Icon as={isFolder ? Folder : lookOf(null, path).icon} />
              <span dir="auto" title={path}>
                {path || intl.formatMessage({ id: 'preview.archive.unnamed' })}
              </span>
              {isEncrypted ? (
                <>
                  <Icon as={Lock} size={14} />
                  <VisuallyHidden>{intl.formatMessage({ id: 'preview.archive.encrypted' })}</VisuallyHidden>
                </>
              ) : null}
              <bdi>{isFolder ? '' : formatSize(size)}</bdi>
              <bdi>{Number.isNaN(modified.getTime()) ? '' : formatDate(modified.toISOString())}</bdi>
            </Row>
          )
        })}
      </ul>
    </Scroller>
  )
}

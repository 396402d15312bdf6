import type { ReactNode } from 'react'
import type { Entry } from '@holdall/api'
import { EntryIcon, useFormatDate, useFormatSize } from '@holdall/file-browser'
import { Button } from '@holdall/ui'
import { Download } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'

const Card = styled.div`
  display: grid;
  justify-items: center;
  gap: 12px;
  max-inline-size: min(440px, 100%);
  padding: 32px;
  border-radius: var(--r-l);
  background: var(--raised);
  text-align: center;
  h2 {
    overflow-wrap: anywhere;
    font-size: var(--t-16);
    line-height: 24px;
    font-weight: var(--w-semi);
  }
  & > output {
    display: grid;
    gap: 4px;
    color: var(--text-2);
    text-wrap: pretty;
  }
  b {
    color: var(--text);
    font-weight: var(--w-medium);
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 4px 16px;
    font-size: var(--t-13);
    text-align: start;
  }
  dt {
    color: var(--text-3);
  }
  dd {
    overflow-wrap: anywhere;
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 8px;
    margin-block-start: 8px;
  }
`

interface FileCardProps {
  readonly entry: Entry
  /** Why there is no preview. */
  readonly title: ReactNode
  readonly text?: ReactNode
  /** Buttons beside "Download". */
  readonly children?: ReactNode
  /** Absent where it may not be downloaded. */
  readonly onDownload?: (() => void) | undefined
}

/** What is known about a file that has no preview. */
export function FileCard({ entry, title, text, children, onDownload }: FileCardProps) {
  const formatSize = useFormatSize()
  const formatDate = useFormatDate()
  const { name, mimetype, filesize, created_at } = entry.attributes
  const details = [
    ['preview.type', mimetype],
    ['preview.size', filesize === null ? null : formatSize(filesize)],
    ['preview.date', formatDate(created_at)],
  ] as const
  return (
    <Card>
      <EntryIcon entry={entry} size={72} />
      <h2 dir="auto">{name}</h2>
      <output>
        <b>{title}</b>
        {text}
      </output>
      <dl>
        {details.map(([id, value]) =>
          value === null ? null : (
            <div key={id} style={{ display: 'contents' }}>
              <dt>
                <FormattedMessage id={id} />
              </dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      {children || onDownload ? (
        <div>
          {children}
          {onDownload ? (
            <Button variant={children ? 'default' : 'primary'} icon={Download} onClick={onDownload}>
              <FormattedMessage id="preview.download" />
            </Button>
          ) : null}
        </div>
      ) : null}
    </Card>
  )
}

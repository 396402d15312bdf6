import { readDrop } from '@holdall/file-browser'
import { FurtherIntl, type UploadItem, type UploadsApi, useBackEntry } from '@holdall/section'
import { ProgressBar, useIsPhone } from '@holdall/ui'
import { Hint, More, Rows, Tray, TrayAnnouncement, TrayHead } from '@holdall/ui/tray'
import { type DragEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { uploadMessages } from '../uploads/upload-messages.ts'
import { formatDuration } from './duration.ts'
import { announcementOf, headlineOf, targetName } from './tray-title.ts'
import { totals } from './progress.ts'
import { TrayActions } from './tray-actions.tsx'
import { UploadRow } from './upload-row.tsx'

/** Most rows that are rendered: a queue may have ten thousand files. */
const MAX_ROWS = 50
const rank = {
  uploading: 0,
  processing: 0,
  reconnecting: 0,
  failed: 1,
  interrupted: 2,
  paused: 3,
  waiting: 4,
  done: 5,
} as const

interface Props {
  readonly items: readonly UploadItem[]
  readonly uploads: UploadsApi
}

/** The upload queue in the corner of the page: active, failed and finished uploads. */
export const UploadTray = (props: Props) => (
  <FurtherIntl further={uploadMessages}>
    <Queue {...props} />
  </FurtherIntl>
)

function Queue({ items, uploads }: Props) {
  const intl = useIntl()
  const isPhone = useIsPhone()
  // On a phone the expanded tray covers half of the list.
  const [isCollapsed, setCollapsed] = useState(isPhone)
  const collapse = () => {
    setCollapsed(true)
  }
  useBackEntry(isPhone && !isCollapsed, collapse)
  const sum = totals(items)
  const isOver = items.every(({ state }) => state.step === 'done' || state.step === 'failed')
  const isInterrupted = items.some(({ state }) => state.step === 'interrupted')
  const needsChoice = items.some(({ state }) => state.step === 'interrupted' && !state.canContinue)
  const to = targetName(intl, items)
  const sorted = items.toSorted((a, b) => rank[a.state.step] - rank[b.state.step])
  const onDrop = (event: DragEvent) => {
    if (!needsChoice || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    void readDrop(event.dataTransfer).then(({ sources }) => {
      uploads.chooseAgain(sources)
    })
  }
  const closeOf = () => {
    if (isOver) {
      return {
        label: intl.formatMessage({ id: 'uploads.close' }),
        onClick: () => {
          uploads.cancelAll()
        },
      }
    }
    return isCollapsed ? null : { label: intl.formatMessage({ id: 'uploads.minimize' }), onClick: collapse }
  }
  return (
    <Tray
      aria-label={intl.formatMessage({ id: 'uploads.title' })}
      onDragOver={(event) => {
        if (needsChoice) event.preventDefault()
      }}
      onDrop={onDrop}
    >
      <TrayHead
        title={headlineOf(intl, items, sum)}
        aside={
          sum.secondsLeft === null
            ? null
            : intl.formatMessage({ id: 'uploads.left' }, { time: formatDuration(intl, sum.secondsLeft) })
        }
        target={to === null ? null : <FormattedMessage id="uploads.to" values={{ folder: <bdi>{to}</bdi> }} />}
        isCollapsed={isCollapsed}
        expand={intl.formatMessage({ id: 'uploads.expand' })}
        collapse={intl.formatMessage({ id: 'uploads.collapse' })}
        onToggle={() => {
          setCollapsed(!isCollapsed)
        }}
        close={closeOf()}
      />
      {sum.active ? (
        <ProgressBar value={sum.progress} height={3} label={intl.formatMessage({ id: 'uploads.progress_all' })} />
      ) : null}
      {isCollapsed && !isInterrupted ? null : (
        <>
          {needsChoice ? (
            <Hint>
              <FormattedMessage id="uploads.choose_hint" />
            </Hint>
          ) : null}
          <TrayActions items={items} uploads={uploads} />
        </>
      )}
      {isCollapsed ? null : (
        <Rows>
          {sorted.slice(0, MAX_ROWS).map((item) => (
            <UploadRow key={item.id} item={item} uploads={uploads} />
          ))}
          {sorted.length > MAX_ROWS ? (
            <More>{intl.formatMessage({ id: 'uploads.more' }, { count: sorted.length - MAX_ROWS })}</More>
          ) : null}
        </Rows>
      )}
      <TrayAnnouncement text={announcementOf(intl, items, sum)} />
    </Tray>
  )
}

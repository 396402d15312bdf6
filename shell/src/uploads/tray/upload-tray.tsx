import type { UploadItem, UploadsApi } from '@holdall/section'
import { IconButton, ProgressBar, VisuallyHidden } from '@holdall/ui'
import { ChevronDown, ChevronUp, X } from '@holdall/ui/icons'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { formatDuration } from './duration.ts'
import { Aside, Head, More, Rows, Title, Tray } from './parts.ts'
import { type TrayTotals, totals } from './progress.ts'
import { UploadRow } from './upload-row.tsx'

/** Rows that are drawn; a folder of ten thousand files does not need ten thousand of them. */
const SHOWN = 50
const rank = { uploading: 0, processing: 0, failed: 1, interrupted: 2, paused: 3, waiting: 4, done: 5 } as const

interface Props {
  readonly items: readonly UploadItem[]
  readonly uploads: UploadsApi
}

/** The queue in the corner: what is on its way, what failed and why, what is done. */
export function UploadTray({ items, uploads }: Props) {
  const intl = useIntl()
  const [collapsed, setCollapsed] = useState(false)
  const sum = totals(items)
  const headline = useHeadline(items, sum)
  const sorted = items.toSorted((a, b) => rank[a.state.step] - rank[b.state.step])
  const dismiss = () => {
    for (const item of items) if (item.state.step !== 'done') uploads.cancel(item.id)
    uploads.clear()
  }
  return (
    <Tray aria-label={intl.formatMessage({ id: 'uploads.title' })}>
      <Head>
        <div>
          <Title>{headline}</Title>
          {sum.secondsLeft !== null && sum.active ? (
            <Aside>
              {' '}
              · {intl.formatMessage({ id: 'uploads.left' }, { time: formatDuration(intl, sum.secondsLeft) })}
            </Aside>
          ) : null}
        </div>
        <IconButton
          size="s"
          icon={collapsed ? ChevronUp : ChevronDown}
          aria-expanded={!collapsed}
          label={intl.formatMessage({ id: collapsed ? 'uploads.expand' : 'uploads.collapse' })}
          onClick={() => {
            setCollapsed(!collapsed)
          }}
        />
        <IconButton
          size="s"
          icon={X}
          label={intl.formatMessage({ id: sum.active ? 'uploads.cancel_all' : 'uploads.close' })}
          onClick={dismiss}
        />
      </Head>
      {sum.active ? (
        <ProgressBar value={sum.share} height={3} label={intl.formatMessage({ id: 'uploads.progress_all' })} />
      ) : null}
      {collapsed ? null : (
        <Rows>
          {sorted.slice(0, SHOWN).map((item) => (
            <UploadRow key={item.id} item={item} uploads={uploads} />
          ))}
          {sorted.length > SHOWN ? (
            <More>{intl.formatMessage({ id: 'uploads.more' }, { count: sorted.length - SHOWN })}</More>
          ) : null}
        </Rows>
      )}
      <VisuallyHidden aria-live="polite">{headline}</VisuallyHidden>
    </Tray>
  )
}

function useHeadline(items: readonly UploadItem[], sum: TrayTotals): string {
  const intl = useIntl()
  if (sum.active) return intl.formatMessage({ id: 'uploads.uploading' }, { position: sum.position, count: sum.count })
  if (sum.failed > 0) return intl.formatMessage({ id: 'uploads.some_failed' }, { count: sum.failed })
  if (items.some(({ state }) => state.step === 'paused' || state.step === 'interrupted'))
    return intl.formatMessage({ id: 'uploads.on_hold' })
  return intl.formatMessage({ id: 'uploads.all_done' }, { count: items.length })
}

import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Entry } from '@holdall/api'
import {
  type ActionGroups,
  downloadFiles,
  menuEntries,
  type PreviewProps,
  SheetMenu,
  useFormatDate,
  useFormatSize,
} from '@holdall/file-browser'
import { EmptyState, IconButton, useIsPhone, VisuallyHidden } from '@holdall/ui'
import { FullScreenLayer } from '@holdall/ui/dialog'
import { ChevronLeft, ChevronRight, Ellipsis, Printer, X } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { Loading } from '../controls/loading.tsx'
import { pictureAddresses } from '../reading/picture-address.ts'
import { type ViewerName, viewerOf } from '../viewer-by-type.ts'
import { FilmStrip } from './film-strip.tsx'
import { After, Bar, Before, Content, Name, PhoneBar, Position, PageStyle } from './layer-styles.ts'
import { Stage } from './stage.tsx'
import { useSwipe } from './use-swipe.ts'

/** Actions that are buttons of the bar too, in this order. */
const BAR_ACTIONS = ['share', 'download', 'delete', 'destroy']

/** A file of a list above the page, with its neighbours. */
export function PreviewLayer(props: PreviewProps) {
  const { id, files, isLoading, actionsOf, onDelete, onShow, onClose, refresh } = props
  const intl = useIntl()
  const sequence = useMemo(() => files.filter((file) => file.id === id || viewerOf(file) !== null), [files, id])
  const index = sequence.findIndex((file) => file.id === id)
  const entry = sequence[index]
  const [print, setPrint] = useState<(() => void) | null>(null)
  const storePrint = useCallback((run: (() => void) | null) => {
    setPrint(() => run)
  }, [])
  const acted = useNextAfterAction(props, sequence, index)
  useNeighbourPictures(sequence, index)
  useFocusInLayer(id)

  const step = (delta: 1 | -1) => {
    const from = index < 0 ? 0 : index
    const next = sequence[(from + delta + sequence.length) % sequence.length]
    if (next && next.id !== id) onShow(next.id)
  }
  const position = { position: index + 1, total: sequence.length }
  const swipe = useSwipe(step)
  const groups = entry ? withNotice(actionsOf(entry), () => acted(entry)) : []
  const action = groups.flat().find(({ id: name }) => name === 'download')?.run
  const download = entry?.attributes.file_url ? (action ?? (() => void downloadFiles([entry]))) : undefined
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event
    // Menus of the layer are elsewhere in the page, and viewers handle keys of their own.
    if (event.defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return
    if (event.altKey || event.metaKey || target.closest('[data-own-keys], input, textarea, select')) return
    const direction = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1
    if (key === 'p' && event.ctrlKey && print) print()
    else if (event.ctrlKey) return
    else if (key === 'ArrowRight') step(direction)
    else if (key === 'ArrowLeft') step(direction === 1 ? -1 : 1)
    else if (key === 'Delete' && entry && onDelete && !event.repeat) {
      acted(entry)
      onDelete(entry)
    } else return
    event.preventDefault()
  }

  return (
    <FullScreenLayer
      label={entry?.attributes.name ?? intl.formatMessage({ id: 'preview.label' })}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <PageStyle />
      <VisuallyHidden aria-live="polite">
        {entry?.attributes.name} {index >= 0 ? <FormattedMessage id="preview.count" values={position} /> : null}
      </VisuallyHidden>
      <Bars
        entry={entry}
        groups={groups}
        print={print}
        position={sequence.length > 1 && index >= 0 ? position : null}
        onClose={onClose}
      >
        <Content {...swipe}>
          {sequence.length > 1 ? <Steps step={step} /> : null}
          {entry ? (
            <Stage key={entry.id} entry={entry} refresh={refresh} setPrint={storePrint} onDownload={download} />
          ) : isLoading ? (
            <Loading name="" />
          ) : (
            <EmptyState
              style={{ blockSize: '100%' }}
              title={<FormattedMessage id="preview.gone" />}
              text={<FormattedMessage id="preview.gone_text" />}
            />
          )}
        </Content>
        {sequence.length > 1 && index >= 0 ? <FilmStrip files={sequence} index={index} onShow={onShow} /> : null}
      </Bars>
    </FullScreenLayer>
  )
}

/** The actions, each of which first calls `before`. */
const withNotice = (groups: ActionGroups, before: () => void): ActionGroups =>
  groups.map((group) =>
    group.map((action) => ({
      ...action,
      run() {
        before()
        action.run()
      },
    })),
  )

/**
 * Shows the next file once the shown one has left the list by an action of the layer, such as deleting it; without one
 * the layer closes. Returns the function that the actions call.
 */
function useNextAfterAction(
  { id, isLoading, onShow, onClose }: PreviewProps,
  sequence: readonly Entry[],
  index: number,
) {
  const [last, setLast] = useState({ id, index })
  if (index >= 0 && (last.id !== id || last.index !== index)) setLast({ id, index })
  const acted = useRef<string | null>(null)
  useEffect(() => {
    if (index >= 0 || isLoading || last.id !== id || acted.current !== id) return
    acted.current = null
    const next = sequence[Math.min(last.index, sequence.length - 1)]
    if (next) onShow(next.id)
    else onClose()
  }, [id, index, isLoading, last, onClose, onShow, sequence])
  return useCallback((entry: Entry) => {
    acted.current = entry.id
  }, [])
}

/** Fetches the thumbnails of the pictures beside the shown file, so that a step shows them at once. */
function useNeighbourPictures(sequence: readonly Entry[], index: number) {
  useEffect(() => {
    if (index < 0) return
    for (const delta of [1, -1]) {
      const { attributes } = sequence[(index + delta + sequence.length) % sequence.length] ?? {}
      const [address] = attributes?.thumbnail ? pictureAddresses(attributes, '', window.innerWidth) : []
      if (!address || !attributes?.mimetype?.startsWith('image/')) continue
      const image = new Image()
      image.fetchPriority = 'low'
      image.src = address
    }
  }, [index, sequence])
}

/** Keeps the focus in the layer when the control that had it leaves with its file, so that keys continue to work. */
function useFocusInLayer(id: string) {
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) document.querySelector<HTMLElement>('[data-full-screen-layer]')?.focus()
  }, [id])
}

function Steps({ step }: { readonly step: (delta: 1 | -1) => void }) {
  const intl = useIntl()
  return (
    <>
      <Before>
        <IconButton
          icon={ChevronLeft}
          size="l"
          flip
          label={intl.formatMessage({ id: 'preview.previous' })}
          onClick={() => {
            step(-1)
          }}
        />
      </Before>
      <After>
        <IconButton
          icon={ChevronRight}
          size="l"
          flip
          label={intl.formatMessage({ id: 'preview.next' })}
          onClick={() => {
            step(1)
          }}
        />
      </After>
    </>
  )
}

const printedBy: readonly (ViewerName | null)[] = ['image', 'pdf', 'text', 'markdown', 'code']

/** Whether the file can be printed once it is loaded: its button is there before, so that no other one moves then. */
const isPrinted = (entry: Entry | undefined) => entry !== undefined && printedBy.includes(viewerOf(entry))

interface BarsProps {
  readonly entry: Entry | undefined
  readonly groups: ActionGroups
  readonly print: (() => void) | null
  readonly position: { readonly position: number; readonly total: number } | null
  readonly onClose: () => void
  readonly children: ReactNode
}

function Bars({ entry, groups, print, position, onClose, children }: BarsProps) {
  const intl = useIntl()
  const isPhone = useIsPhone()
  const formatSize = useFormatSize()
  const formatDate = useFormatDate()
  const all = groups.flat()
  const buttons = BAR_ACTIONS.flatMap((id) => all.filter((action) => action.id === id && !action.disabledReason))
  const hasMore = all.some((action) => !buttons.includes(action))
  const actions = [
    ...buttons.filter(({ danger }) => !danger),
    ...(print || isPrinted(entry)
      ? [{ id: 'print', label: intl.formatMessage({ id: 'preview.print' }), icon: Printer, run: print }]
      : []),
    ...buttons.filter(({ danger }) => danger),
  ].map(({ id, label, icon, run }) => (
    <IconButton
      key={id}
      icon={icon}
      iconSize={20}
      size="l"
      label={label}
      {...(run ? { onClick: run } : { disabled: true })}
    />
  ))
  const count = position ? <FormattedMessage id="preview.count" values={position} /> : null
  return (
    <>
      <Bar>
        <IconButton
          icon={X}
          iconSize={20}
          size="l"
          label={intl.formatMessage({ id: 'preview.close' })}
          onClick={onClose}
        />
        <Name>
          <h1 dir="auto" title={entry?.attributes.name}>
            {entry?.attributes.name}
          </h1>
          {entry ? (
            <small>
              <bdi>{formatSize(entry.attributes.filesize ?? 0)}</bdi> ·{' '}
              <bdi>{formatDate(entry.attributes.created_at)}</bdi>
              {isPhone && count ? <> · {count}</> : null}
            </small>
          ) : null}
        </Name>
        {count && !isPhone ? <Position>{count}</Position> : null}
        {isPhone ? null : actions}
        {hasMore ? (
          <SheetMenu
            align="end"
            label={intl.formatMessage({ id: 'preview.more' })}
            items={menuEntries(groups, intl.formatMessage({ id: 'browser.more_short' }))}
            trigger={
              <IconButton icon={Ellipsis} iconSize={20} size="l" label={intl.formatMessage({ id: 'preview.more' })} />
            }
          />
        ) : null}
      </Bar>
      {children}
      {isPhone && actions.length > 0 ? <PhoneBar>{actions}</PhoneBar> : null}
    </>
  )
}

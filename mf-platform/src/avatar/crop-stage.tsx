import { useGestures } from '@holdall/preview/gestures'
import { Icon, Spinner } from '@holdall/ui'
import { ZoomIn, ZoomOut } from '@holdall/ui/icons'
import { type Dispatch, type KeyboardEvent, type SetStateAction, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { type CropView, FRAME_PX, MAX_ZOOM, moveTo, scaleOf, type Size, zoomTo } from './crop-view.ts'

/** Pixels that an arrow key moves the picture; with Shift a tenth. */
const KEY_STEP_PX = 20
const ZOOM_STEP = 1.2

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  p {
    color: var(--text-3);
    font-size: var(--t-13);
    line-height: 20px;
    text-align: center;
    text-wrap: balance;
  }
`
const Stage = styled.fieldset`
  position: relative;
  display: grid;
  place-items: center;
  min-inline-size: 0;
  block-size: 304px;
  overflow: hidden;
  border-radius: 12px;
  background: #151b19;
  color: #fff;
  touch-action: none;
  cursor: grab;
  &:active {
    cursor: grabbing;
  }
  &:focus-visible {
    outline-offset: 2px;
  }
  img {
    position: absolute;
    inset-block-start: 50%;
    left: 50%;
    max-inline-size: none;
    user-select: none;
  }
`
/** What is outside of the circle is dimmed: pictures of people are round. */
const Frame = styled.span`
  position: absolute;
  inset-block-start: 50%;
  left: 50%;
  inline-size: ${FRAME_PX}px;
  block-size: ${FRAME_PX}px;
  border-radius: 50%;
  box-shadow:
    0 0 0 2px #fff,
    0 0 0 400px rgb(21 27 25 / 0.6);
  pointer-events: none;
  transform: translate(-50%, -50%);
`
const Zoom = styled.label`
  display: flex;
  align-items: center;
  gap: 12px;
  color: var(--icon);
  input {
    flex: 1;
    min-inline-size: 0;
    block-size: 24px;
    accent-color: var(--accent-solid);
  }
`

interface CropStageProps {
  readonly address: string
  /** In pixels of the picture; null until it is loaded. */
  readonly size: Size | null
  readonly view: CropView
  readonly onView: Dispatch<SetStateAction<CropView>>
  readonly onLoad: (picture: HTMLImageElement) => void
  readonly onError: () => void
}

/** A picture behind a round frame: moved by drag and arrow keys, zoomed by wheel, two fingers, keys and slider. */
export function CropStage({ address, size, view, onView, onLoad, onError }: CropStageProps) {
  const intl = useIntl()
  const hintId = useId()
  const stage = useRef<HTMLFieldSetElement>(null)
  const change = (next: (now: CropView, picture: Size) => CropView) => {
    if (size) onView((now) => next(now, size))
  }
  const move = (dx: number, dy: number) => {
    change((now, picture) => moveTo(now, now.x + dx, now.y + dy, picture))
  }
  const zoom = (value: number) => {
    change((now, picture) => zoomTo(now, value, picture))
  }
  const handlers = useGestures(stage, {
    onZoom: (factor, at) => {
      change((now, picture) => zoomTo(now, now.zoom * factor, picture, at))
    },
    onMove: move,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = event.shiftKey ? KEY_STEP_PX / 10 : KEY_STEP_PX
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    }
    const direction = moves[event.key]
    if (direction) move(...direction)
    else if (event.key === '+' || event.key === '=') zoom(view.zoom * ZOOM_STEP)
    else if (event.key === '-') zoom(view.zoom / ZOOM_STEP)
    else return
    event.preventDefault()
  }
  const scale = size ? scaleOf(view, size) : 1

  return (
    <Root>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move the picture. */}
      <Stage
        ref={stage}
        aria-label={intl.formatMessage({ id: 'user.avatar.crop' })}
        aria-describedby={hintId}
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        {size ? null : <Spinner />}
        <img
          src={address}
          alt=""
          draggable={false}
          style={{
            ...(size && { inlineSize: size.width * scale, blockSize: size.height * scale }),
            visibility: size ? undefined : 'hidden',
            transform: `translate(-50%, -50%) translate(${String(view.x)}px, ${String(view.y)}px)`,
          }}
          onLoad={({ currentTarget }) => {
            onLoad(currentTarget)
          }}
          onError={onError}
        />
        {size ? <Frame aria-hidden /> : null}
      </Stage>
      <Zoom>
        <Icon as={ZoomOut} size={18} />
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.01}
          value={view.zoom}
          disabled={size === null}
          aria-label={intl.formatMessage({ id: 'user.avatar.zoom' })}
          aria-valuetext={intl.formatNumber(view.zoom, { style: 'percent' })}
          onChange={({ currentTarget }) => {
            zoom(Number(currentTarget.value))
          }}
        />
        <Icon as={ZoomIn} size={18} />
      </Zoom>
      <p id={hintId}>
        <FormattedMessage id="user.avatar.crop_hint" />
      </p>
    </Root>
  )
}

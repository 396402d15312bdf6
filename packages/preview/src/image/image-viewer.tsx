import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '@holdall/ui'
import { Maximize, RotateCw, Scan } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { Loading } from '../controls/loading.tsx'
import { Pill } from '../controls/pill.tsx'
import { useSizeOf } from '../controls/use-size-of.ts'
import { ZoomButtons } from '../controls/zoom-buttons.tsx'
import { pictureAddresses } from '../reading/picture-address.ts'
import type { ViewerProps } from '../viewer-props.ts'
import { fromMiddle, useGestures } from './use-gestures.ts'
import { usePicture } from './use-picture.ts'
import { useVectorImage } from './use-vector-image.ts'
import { canMove, fitted, isTooSmall, moveTo, noSize, scaleOf, zoomStep, zoomTo } from './zoom.ts'

const Stage = styled.fieldset`
  position: relative;
  block-size: 100%;
  overflow: hidden;
  touch-action: none;
  &[data-own-swipe] {
    cursor: grab;
    &:active {
      cursor: grabbing;
    }
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  img {
    position: absolute;
    inset-block-start: 50%;
    left: 50%;
    max-inline-size: none;
    border-radius: 4px;
    user-select: none;
  }
  @media print {
    block-size: auto;
    overflow: visible;
    img {
      position: static;
      inline-size: auto !important;
      block-size: auto !important;
      max-inline-size: 100%;
      max-block-size: 100vh;
      transform: none !important;
    }
  }
`
const Middle = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
`

/** Pixels that an arrow key moves a picture. */
const KEY_STEP_PX = 80

/** A picture: zoomed by wheel, keys, buttons and two fingers, moved by drag, rotated. */
export function ImageViewer({ entry, url, onFailure, setPrint }: ViewerProps) {
  const intl = useIntl()
  const { attributes } = entry
  const hasOriginal = attributes.file_url !== null
  const isVector = hasOriginal && attributes.mimetype === 'image/svg+xml'
  const vector = useVectorImage(isVector ? url : null, onFailure)
  const [view, setView] = useState(fitted)
  const [isActual, setActual] = useState(false)
  const stage = useRef<HTMLFieldSetElement>(null)
  const size = useSizeOf(stage, noSize)
  const {
    address,
    size: picture,
    isOriginal,
    onLoad,
    onError,
  } = usePicture({
    addresses: isVector ? [vector] : pictureAddresses(attributes, url, window.innerWidth),
    needsOriginal: (loaded) => view.scale !== null || isTooSmall(loaded, size, window.devicePixelRatio),
    onReplace: (factor) => {
      setView((now) => (now.scale === null ? now : { ...now, scale: isActual ? 1 : now.scale * factor }))
    },
    onFailure,
  })
  const scale = scaleOf(view, picture, size)
  const isMovable = canMove(view, picture, size)
  const isLoaded = picture.width > 0

  useEffect(() => {
    if (!isLoaded) return undefined
    setPrint(() => {
      window.print()
    })
    return () => {
      setPrint(null)
    }
  }, [isLoaded, setPrint])

  const zoom = (next: number, at = { x: 0, y: 0 }) => {
    setActual(false)
    setView((now) => zoomTo(now, next, at, picture, size))
  }
  const move = (dx: number, dy: number) => {
    setView((now) => moveTo(now, now.x + dx, now.y + dy, picture, size))
  }
  const handlers = useGestures(stage, {
    onZoom: (factor, at) => {
      setActual(false)
      setView((now) => zoomTo(now, scaleOf(now, picture, size) * factor, at, picture, size))
    },
    onMove: move,
  })
  const showActual = () => {
    zoom(1)
    setActual(true)
  }
  const fit = () => {
    setView(({ rotation }) => ({ ...fitted, rotation }))
  }
  const rotate = () => {
    setView(({ rotation }) => ({ ...fitted, rotation: (rotation + 90) % 360 }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [KEY_STEP_PX, 0],
      ArrowRight: [-KEY_STEP_PX, 0],
      ArrowUp: [0, KEY_STEP_PX],
      ArrowDown: [0, -KEY_STEP_PX],
    }
    const direction = moves[event.key]
    if (event.key === '+' || event.key === '=') zoom(zoomStep(scale, 'in'))
    else if (event.key === '-') zoom(zoomStep(scale, 'out'))
    else if (event.key === '0') fit()
    else if (event.key === '1') showActual()
    else if (event.key === 'r') rotate()
    else if (direction && isMovable) move(...direction)
    else return
    event.preventDefault()
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- every action is a button too. */}
      <Stage
        ref={stage}
        aria-label={intl.formatMessage({ id: 'preview.image' }, { name: attributes.name })}
        tabIndex={0}
        data-own-swipe={isMovable || undefined}
        onKeyDown={onKeyDown}
        onDoubleClick={(event) => {
          const at = fromMiddle(event.currentTarget, event.clientX, event.clientY)
          if (view.scale === null) zoom(scale < 0.5 ? 1 : scale * 2, at)
          else fit()
        }}
        {...handlers}
      >
        {isLoaded ? null : (
          <Middle>
            <Loading name={entry.attributes.name} />
          </Middle>
        )}
        {address === null ? null : (
          <img
            src={address}
            alt={attributes.name}
            draggable={false}
            style={{
              ...(isLoaded && { inlineSize: picture.width * scale, blockSize: picture.height * scale }),
              visibility: isLoaded ? undefined : 'hidden',
              transform: `translate(-50%, -50%) translate(${String(view.x)}px, ${String(view.y)}px) rotate(${String(view.rotation)}deg)`,
            }}
            onLoad={({ currentTarget }) => {
              onLoad(currentTarget)
            }}
            onError={onError}
          />
        )}
      </Stage>
      {isLoaded ? (
        <Pill label={intl.formatMessage({ id: 'preview.image' }, { name: attributes.name })}>
          <ZoomButtons
            // Of a thumbnail it would be another one.
            scale={isOriginal && hasOriginal ? scale : null}
            onZoom={(direction) => {
              zoom(zoomStep(scale, direction))
            }}
          />
          <IconButton
            icon={Maximize}
            iconSize={16}
            label={intl.formatMessage({ id: 'preview.zoom.fit' })}
            aria-pressed={view.scale === null}
            onClick={fit}
          />
          <IconButton
            icon={Scan}
            iconSize={16}
            label={intl.formatMessage({ id: 'preview.zoom.actual' })}
            onClick={showActual}
          />
          <IconButton
            icon={RotateCw}
            iconSize={16}
            label={intl.formatMessage({ id: 'preview.rotate' })}
            onClick={rotate}
          />
        </Pill>
      ) : null}
    </>
  )
}

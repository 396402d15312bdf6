import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton, Spinner } from '@holdall/ui'
import { Maximize, RotateCw, Scan } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { Pill } from '../controls/pill.tsx'
import { ZoomButtons } from '../controls/zoom-buttons.tsx'
import { pictureAddresses } from '../reading/picture-address.ts'
import type { ViewerProps } from '../viewer-props.ts'
import { fromMiddle, useGestures } from './use-gestures.ts'
import { useVectorImage } from './use-vector-image.ts'
import { canMove, fitted, moveTo, scaleOf, type Size, zoomStep, zoomTo } from './zoom.ts'

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

const none: Size = { width: 0, height: 0 }
/** Pixels that an arrow key moves a picture. */
const KEY_STEP_PX = 80

/** A picture: zoomed by wheel, keys, buttons and two fingers, moved by drag, rotated. */
export function ImageViewer({ entry, url, onFailure, setPrint }: ViewerProps) {
  const intl = useIntl()
  const { attributes } = entry
  const isVector = attributes.mimetype === 'image/svg+xml'
  const vector = useVectorImage(isVector ? url : null, onFailure)
  const [failed, setFailed] = useState(0)
  const [view, setView] = useState(fitted)
  const [picture, setPicture] = useState<Size>(none)
  const stage = useRef<HTMLFieldSetElement>(null)
  const size = useSizeOf(stage)
  const scale = scaleOf(view, picture, size)
  const isMovable = canMove(view, picture, size)
  const isLoaded = picture.width > 0

  const addresses = isVector ? [vector] : pictureAddresses(attributes, url, window.innerWidth)
  // A magnified thumbnail would be blurred.
  const isMagnified = view.scale !== null && view.scale > 1
  const address = addresses[isMagnified ? addresses.length - 1 : Math.min(failed, addresses.length - 1)] ?? null

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
    setView((now) => zoomTo(now, next, at, picture, size))
  }
  const move = (dx: number, dy: number) => {
    setView((now) => moveTo(now, now.x + dx, now.y + dy, picture, size))
  }
  const handlers = useGestures(stage, {
    onZoom: (factor, at) => {
      setView((now) => zoomTo(now, scaleOf(now, picture, size) * factor, at, picture, size))
    },
    onMove: move,
  })
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
    else if (event.key === '1') zoom(1)
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
          if (view.scale === null) zoom(scale < 1 ? 1 : 2, at)
          else fit()
        }}
        {...handlers}
      >
        {isLoaded ? null : (
          <Middle>
            <Spinner />
          </Middle>
        )}
        {address === null ? null : (
          <img
            key={address}
            src={address}
            alt={attributes.name}
            draggable={false}
            style={{
              ...(isLoaded && { inlineSize: picture.width * scale, blockSize: picture.height * scale }),
              visibility: isLoaded ? undefined : 'hidden',
              transform: `translate(-50%, -50%) translate(${String(view.x)}px, ${String(view.y)}px) rotate(${String(view.rotation)}deg)`,
            }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              // A vector image without a size of its own has none.
              setPicture((known) =>
                known.width > 0 ? known : { width: naturalWidth || 512, height: naturalHeight || 512 },
              )
            }}
            onError={() => {
              if (failed < addresses.length - 1) setFailed(failed + 1)
              else onFailure()
            }}
          />
        )}
      </Stage>
      {isLoaded ? (
        <Pill label={intl.formatMessage({ id: 'preview.image' }, { name: attributes.name })}>
          <ZoomButtons
            scale={scale}
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
            onClick={() => {
              zoom(1)
            }}
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

/** The size of an element in pixels, kept up to date. */
function useSizeOf(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(none)
  useLayoutEffect(() => {
    const current = element.current
    if (!current || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => {
      setSize({ width: current.clientWidth, height: current.clientHeight })
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
    }
  }, [element])
  return size
}

import { type RefObject, useEffect, useRef, useState } from 'react'
import { EntryIcon, SheetMenu } from '@holdall/file-browser'
import { Button, IconButton } from '@holdall/ui'
import { Gauge, PictureInPicture2 } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import type { ViewerProps } from '../viewer-props.ts'

const Stage = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 12px;
  block-size: 100%;
  padding-block-end: 8px;
  video {
    flex: 1;
    inline-size: 100%;
    min-block-size: 0;
    border-radius: 4px;
    background: #000;
    object-fit: contain;
  }
  audio {
    inline-size: min(560px, calc(100% - 32px));
  }
`
const Tools = styled.div`
  display: flex;
  flex: none;
  gap: 8px;
`

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2]
const SEEK_SECONDS = 5

export const VideoViewer = (props: ViewerProps) => <MediaViewer {...props} kind="video" />
export const AudioViewer = (props: ViewerProps) => <MediaViewer {...props} kind="audio" />

/** A video or a sound, in the player of the browser, which requests the parts that it plays. */
function MediaViewer({ entry, url, onFailure, kind }: ViewerProps & { readonly kind: 'video' | 'audio' }) {
  const intl = useIntl()
  const { name } = entry.attributes
  const media = useRef<HTMLMediaElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  useStopOnLeave(media)
  useEarlyFailure(media, onFailure)
  useKeys(stage, media)
  const label = intl.formatMessage({ id: `preview.media.${kind}` }, { name })
  const attributes = {
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': label,
    onError: () => {
      onFailure()
    },
  } as const
  return (
    <Stage ref={stage}>
      {kind === 'video' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- files have the tracks that are in them.
        <video ref={media as RefObject<HTMLVideoElement | null>} playsInline {...attributes} />
      ) : (
        <>
          <EntryIcon entry={entry} size={96} />
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <audio ref={media} {...attributes} />
        </>
      )}
      <Tools data-own-swipe>
        <SpeedMenu media={media} />
        {kind === 'video' && document.pictureInPictureEnabled ? (
          <IconButton
            icon={PictureInPicture2}
            label={intl.formatMessage({ id: 'preview.media.pip' })}
            onClick={() => {
              togglePictureInPicture(media.current).catch(() => undefined)
            }}
          />
        ) : null}
      </Tools>
    </Stage>
  )
}

async function togglePictureInPicture(media: HTMLMediaElement | null) {
  if (document.pictureInPictureElement) await document.exitPictureInPicture()
  else if (media instanceof HTMLVideoElement) await media.requestPictureInPicture()
}

function SpeedMenu({ media }: { readonly media: RefObject<HTMLMediaElement | null> }) {
  const intl = useIntl()
  const [speed, setSpeed] = useState(1)
  const text = (value: number) => `${intl.formatNumber(value)}×`
  const label = intl.formatMessage({ id: 'preview.media.speed' })
  return (
    <SheetMenu
      label={label}
      items={SPEEDS.map((value) => ({
        kind: 'choice',
        id: String(value),
        label: text(value),
        checked: value === speed,
        onSelect: () => {
          setSpeed(value)
          if (media.current) media.current.playbackRate = value
        },
      }))}
      trigger={
        <Button variant="quiet" size="s" icon={Gauge} aria-label={`${label}: ${text(speed)}`}>
          {text(speed)}
        </Button>
      }
    />
  )
}

/** An element loads as soon as it is made, and React drops its events until it is part of the page. */
function useEarlyFailure(media: RefObject<HTMLMediaElement | null>, onFailure: () => void) {
  useEffect(() => {
    if (media.current?.error) onFailure()
  }, [media, onFailure])
}

/** Ends playback and the request for further bytes when the file is left: a removed element continues both. */
function useStopOnLeave(media: RefObject<HTMLMediaElement | null>) {
  useEffect(() => {
    const element = media.current
    return () => {
      if (!element) return
      if (document.pictureInPictureElement === element) document.exitPictureInPicture().catch(() => undefined)
      element.pause()
      element.removeAttribute('src')
      element.load()
    }
  }, [media])
}

/**
 * Space plays and pauses, M mutes, F fills the screen, wherever the focus is in the layer. The arrow keys seek while the
 * player has the focus; elsewhere they show other files.
 */
function useKeys(stage: RefObject<HTMLElement | null>, media: RefObject<HTMLMediaElement | null>) {
  useEffect(() => {
    const layer = stage.current?.closest('[data-full-screen-layer]')
    const onKeyDown = (event: Event) => {
      const element = media.current
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented || !element) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const isOnPlayer = event.target === element
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
      if (event.key === ' ' && !isOnButton)
        void (element.paused ? element.play().catch(() => undefined) : element.pause())
      else if (event.key === 'm') element.muted = !element.muted
      else if (event.key === 'f') toggleFullScreen(element).catch(() => undefined)
      else if (event.key === 'ArrowLeft' && isOnPlayer) element.currentTime -= SEEK_SECONDS
      else if (event.key === 'ArrowRight' && isOnPlayer) element.currentTime += SEEK_SECONDS
      else return
      event.preventDefault()
    }
    layer?.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      layer?.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [media, stage])
}

async function toggleFullScreen(element: HTMLMediaElement) {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await element.requestFullscreen()
}

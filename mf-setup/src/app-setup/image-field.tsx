import { Button, FileInput, Icon, useFileDrop } from '@holdall/ui'
import { CircleAlert, ImageIcon, ImageUp } from '@holdall/ui/icons'
import { type ReactNode, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { LockedHint } from '../form-parts/setup-fields.tsx'

const Root = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
  align-content: start;
  min-inline-size: 0;
  padding: 12px;
  border-radius: var(--r-l);
  box-shadow:
    0 0 0 1px var(--line),
    var(--sh-1);
  &[data-over] {
    background: var(--selected);
    box-shadow: inset 0 0 0 2px var(--accent-solid);
  }
`
const Preview = styled.div`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: 8px;
  block-size: 96px;
  overflow: hidden;
  border-radius: 10px;
  &[data-wide] {
    block-size: auto;
    aspect-ratio: 1200 / 630;
  }
`
/** The colours of the two themes, whichever the page has. */
const Surface = styled.span`
  display: grid;
  place-items: center;
  padding: 16px;
  &[data-on='light'] {
    background: #fff;
    color: #8b9490;
    box-shadow: inset 0 0 0 1px #e5e9e7;
    border-radius: inherit;
  }
  &[data-on='dark'] {
    background: #131817;
    color: #7d8783;
    box-shadow: inset 0 0 0 1px #2b3330;
    border-radius: inherit;
  }
  [data-wide] > & {
    padding: 0;
  }
  img {
    max-inline-size: 100%;
    max-block-size: 64px;
    object-fit: contain;
  }
  [data-wide] > & img {
    inline-size: 100%;
    block-size: 100%;
    max-block-size: none;
    object-fit: cover;
  }
`
const Words = styled.div`
  display: grid;
  gap: 2px;
  b {
    font-weight: var(--w-medium);
  }
  p {
    color: var(--text-3);
    font-size: var(--t-12);
    line-height: 16px;
  }
  p[role='alert'] {
    display: flex;
    gap: 6px;
    color: var(--danger-text);
  }
`
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

export type Background = 'light' | 'dark'
interface Props {
  readonly name: string
  readonly hint: ReactNode
  readonly address: string | null
  /** On which backgrounds it will be shown. */
  readonly on: readonly Background[]
  readonly isWide: boolean
  readonly lockedBy: string | undefined
  readonly accept: string
  readonly isBusy: boolean
  readonly error: ReactNode
  readonly onChoose: (file: File) => void
  readonly onRemove: () => void
}

/** One image of the application: chosen or dropped, shown on the backgrounds that it will be on, removed. */
export function ImageField(props: Props) {
  const { name, hint, address, on, isWide, lockedBy, accept, isBusy, error, onChoose, onRemove } = props
  const drop = useFileDrop(onChoose, { isEnabled: lockedBy === undefined && !isBusy })
  const intl = useIntl()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  return (
    <Root
      aria-labelledby={`${id}-name`}
      data-over={drop.isOver || undefined}
      data-wide={isWide || undefined}
      {...drop.handlers}
    >
      <Preview data-wide={(isWide && address !== null) || undefined} aria-hidden={!address || undefined}>
        {on.map((background, index) => (
          <Surface key={background} data-on={background}>
            {address ? (
              // The second one shows the same image on the other background.
              <img
                src={address}
                alt={index === 0 ? intl.formatMessage({ id: 'app_setup.image_preview' }, { name }) : ''}
              />
            ) : (
              <Icon as={ImageIcon} size={24} />
            )}
          </Surface>
        ))}
      </Preview>
      <Words>
        <b id={`${id}-name`}>{name}</b>
        <p id={`${id}-hint`}>{lockedBy === undefined ? hint : <LockedHint by={lockedBy} />}</p>
        {error ? (
          <p role="alert">
            <Icon as={CircleAlert} size={14} />
            <span>{error}</span>
          </p>
        ) : null}
      </Words>
      {lockedBy === undefined ? (
        <Buttons>
          <Button
            ref={button}
            size="s"
            icon={ImageUp}
            busy={isBusy}
            aria-describedby={`${id}-name ${id}-hint`}
            onClick={() => input.current?.click()}
          >
            <FormattedMessage id={address ? 'app_setup.image_replace' : 'app_setup.image_choose'} />
          </Button>
          {address && !isBusy ? (
            <Button
              size="s"
              variant="quiet"
              aria-describedby={`${id}-name`}
              onClick={() => {
                onRemove()
                // The button that had the focus goes with the image.
                button.current?.focus()
              }}
            >
              <FormattedMessage id="app_setup.image_remove" />
            </Button>
          ) : null}
        </Buttons>
      ) : null}
      <FileInput ref={input} accept={accept} label={name} onFile={onChoose} />
    </Root>
  )
}

import { type FolderColor, folderColors } from '@holdall/api'
import { useLazy } from '@holdall/section'
import { Button, FolderIcon, hiddenStyles, hueVars, type Hue, Icon, Skeleton } from '@holdall/ui'
import { Check, SmilePlus } from '@holdall/ui/icons'
import { type ComponentProps, createElement, Suspense, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'

/** What a folder looks like; null is the default. */
export interface Appearance {
  readonly color: FolderColor | null
  readonly emoji: string | null
}

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`
const Legend = styled.legend`
  padding: 0;
  margin-block-end: 8px;
  font-size: var(--t-13);
  line-height: 20px;
  font-weight: var(--w-medium);
`
const Swatches = styled.div`
  display: grid;
  grid-template-columns: repeat(10, 36px);
  gap: 3px;
  @media (pointer: coarse) {
    grid-template-columns: repeat(5, 44px);
    gap: 8px;
  }
`
const Swatch = styled.label<{ $hue: Hue }>`
  ${({ $hue }) => hueVars($hue)}
  display: grid;
  place-items: center;
  block-size: 36px;
  border-radius: 50%;
  cursor: pointer;
  input {
    ${hiddenStyles}
  }
  span {
    display: grid;
    place-items: center;
    inline-size: 28px;
    block-size: 28px;
    border-radius: 50%;
    background: var(--c-f);
    color: #fff;
    forced-color-adjust: none;
  }
  &:hover {
    background: var(--hover);
  }
  &:has(:checked) > span {
    box-shadow:
      0 0 0 2px var(--popup),
      0 0 0 4px var(--c-f);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--focus);
  }
  @media (pointer: coarse) {
    block-size: 44px;
  }
`
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
`

export const loadEmojiPicker = () => import('./emoji-picker.tsx').then((m) => m.EmojiPicker)
function LazyPicker(props: ComponentProps<Awaited<ReturnType<typeof loadEmojiPicker>>>) {
  return createElement(useLazy(loadEmojiPicker), props)
}

interface AppearanceFieldsProps {
  readonly value: Appearance
  readonly onChange: (next: Appearance) => void
}

/** Color and emoji of a folder. */
export function AppearanceFields({ value, onChange }: AppearanceFieldsProps) {
  const { color, emoji } = value
  const intl = useIntl()
  const group = useId()
  const panel = useId()
  const [isOpen, setOpen] = useState(false)
  const shown = color ?? 'green'
  return (
    <Root>
      <fieldset>
        <Legend>
          <FormattedMessage id="appearance.color" />
        </Legend>
        <Swatches>
          {folderColors.map((each) => (
            <Swatch key={each} $hue={each} title={intl.formatMessage({ id: `appearance.color.${each}` })}>
              <input
                type="radio"
                name={group}
                checked={each === shown}
                aria-label={intl.formatMessage({ id: `appearance.color.${each}` })}
                onChange={() => {
                  onChange({ ...value, color: each })
                }}
              />
              <span>{each === shown ? <Icon as={Check} size={16} /> : null}</span>
            </Swatch>
          ))}
        </Swatches>
      </fieldset>
      <fieldset>
        <Legend>
          <FormattedMessage id="appearance.emoji" />
        </Legend>
        <Line>
          <FolderIcon hue={shown} emoji={emoji} size={48} />
          <Button
            icon={SmilePlus}
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => {
              setOpen(!isOpen)
            }}
          >
            <FormattedMessage id={emoji === null ? 'appearance.emoji.choose' : 'appearance.emoji.change'} />
          </Button>
          {emoji === null ? null : (
            <Button
              variant="quiet"
              onClick={() => {
                onChange({ ...value, emoji: null })
              }}
            >
              <FormattedMessage id="appearance.emoji.remove" />
            </Button>
          )}
        </Line>
      </fieldset>
      <div id={panel} hidden={!isOpen}>
        {isOpen ? (
          <Suspense fallback={<Skeleton height={296} />}>
            <LazyPicker
              value={emoji}
              onPick={(next) => {
                onChange({ ...value, emoji: next })
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </Root>
  )
}

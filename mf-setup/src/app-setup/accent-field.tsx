import { Field, hiddenStyles, Icon, Input, Row } from '@holdall/ui'
import { Check } from '@holdall/ui/icons'
import { type CSSProperties, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'

/** Holdall's own first, then one of each hue. */
const swatches = [
  ['green', '#00BC7E'],
  ['teal', '#0D9AA8'],
  ['blue', '#2F6FED'],
  ['indigo', '#5B5BD6'],
  ['violet', '#8E4EC6'],
  ['pink', '#D6409F'],
  ['red', '#E5484D'],
  ['orange', '#F2711C'],
  ['grey', '#5F6B66'],
] as const

export const holdallAccent = swatches[0][1]

const Swatches = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
`
const Swatch = styled.label`
  position: relative;
  display: grid;
  place-items: center;
  inline-size: 36px;
  block-size: 36px;
  border-radius: 50%;
  background: var(--own);
  color: #fff;
  box-shadow: inset 0 0 0 1px rgb(0 0 0 / 0.12);
  cursor: pointer;
  &:has(:checked) {
    box-shadow:
      0 0 0 2px var(--surface),
      0 0 0 4px var(--own);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 5px;
  }
  &:not(:has(:checked)) svg {
    visibility: hidden;
  }
  svg {
    filter: drop-shadow(0 0 1px rgb(0 0 0 / 0.6));
  }
  @media (pointer: coarse) {
    inline-size: 44px;
    block-size: 44px;
  }
  @media (forced-colors: active) {
    forced-color-adjust: none;
  }
  input {
    ${hiddenStyles}
  }
`
const Picker = styled.input`
  flex: none;
  inline-size: 44px;
  block-size: var(--h);
  padding: 4px;
  border: 0;
  border-radius: var(--r);
  background: var(--field);
  box-shadow: inset 0 0 0 1px var(--control-line);
  cursor: pointer;
  &:focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  &::-webkit-color-swatch-wrapper {
    padding: 0;
  }
  &::-webkit-color-swatch {
    border: 0;
    border-radius: 6px;
  }
`

const HEX = /^#[0-9a-f]{6}$/i

export const isColor = (text: string): boolean => HEX.test(text)

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly disabled?: boolean
}

/** The colour of buttons and links: a swatch, the picker of the browser, or a value like `#2f6fed`. */
export function AccentField({ value, onChange, error, disabled = false }: Props) {
  const intl = useIntl()
  const name = useId()
  const text = (id: string) => intl.formatMessage({ id: `app_setup.${id}` })
  return (
    <div>
      <Swatches role="radiogroup" aria-label={text('color')} style={{ marginBlockEnd: 16 }}>
        {swatches.map(([hue, hex]) => (
          <Swatch
            key={hex}
            style={{ '--own': hex } as CSSProperties}
            title={intl.formatMessage({ id: `app_setup.color_${hue}` })}
          >
            <input
              type="radio"
              name={name}
              aria-label={intl.formatMessage({ id: `app_setup.color_${hue}` })}
              checked={value.toUpperCase() === hex}
              disabled={disabled}
              onChange={() => {
                onChange(hex)
              }}
            />
            <Icon as={Check} size={18} />
          </Swatch>
        ))}
      </Swatches>
      <Field
        label={<FormattedMessage id="app_setup.color_own" />}
        hint={<FormattedMessage id="app_setup.color_hint" />}
        error={error}
        style={{ maxInlineSize: 300 }}
      >
        <Row>
          <Input
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            value={value}
            disabled={disabled}
            onChange={(event) => {
              onChange(event.target.value)
            }}
          />
          <Picker
            type="color"
            aria-label={text('color_pick')}
            disabled={disabled}
            value={isColor(value) ? value.toLowerCase() : '#00bc7e'}
            onChange={(event) => {
              onChange(event.target.value.toUpperCase())
            }}
          />
        </Row>
      </Field>
    </div>
  )
}

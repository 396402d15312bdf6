import { useHost, usePreferences } from '@holdall/section'
import { hiddenStyles, Icon } from '@holdall/ui'
import { Check } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'

const modes = ['system', 'light', 'dark'] as const

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 12px;
`
const Card = styled.label`
  position: relative;
  display: grid;
  gap: 8px;
  border-radius: 12px;
  cursor: pointer;
  input {
    ${hiddenStyles}
  }
  &:has(input:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 4px;
  }
  &:has(input:checked) > span:first-of-type {
    box-shadow: 0 0 0 2px var(--accent-solid);
  }
  @media (forced-colors: active) {
    &:has(input:checked) {
      outline: 2px solid Highlight;
    }
  }
`
const Name = styled.span`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  font-size: var(--t-13);
  font-weight: var(--w-medium);
  text-align: center;
`
/** The colours of the two themes: a card looks alike in both. */
const Picture = styled.span`
  position: relative;
  display: block;
  block-size: 84px;
  overflow: hidden;
  border-radius: 12px;
  box-shadow: 0 0 0 1px var(--line-2);
  --page: #f4f6f5;
  --sheet: #fff;
  --text-line: #dadfdd;
  &[data-mode='dark'] {
    --page: #0c100f;
    --sheet: #1c2321;
    --text-line: #3a4541;
  }
  background: var(--page);
  &[data-mode='system'] {
    background: linear-gradient(90deg, #f4f6f5 50%, #0c100f 50%);
    --sheet: linear-gradient(90deg, #fff 32%, #1c2321 32%);
    --text-line: #8c9491;
  }
  &::before {
    content: '';
    position: absolute;
    inset: 14px 0 0 40px;
    border-radius: 8px 0 0;
    background: var(--sheet);
    box-shadow: 0 0 0 1px rgb(120 130 126 / 0.18);
  }
  &::after {
    content: '';
    position: absolute;
    left: 54px;
    top: 28px;
    inline-size: 54px;
    block-size: 6px;
    border-radius: 3px;
    background: var(--text-line);
    box-shadow:
      0 16px 0 var(--text-line),
      0 32px 0 var(--text-line);
  }
`

/** The theme of the account, as pictures. */
export function ThemeCards() {
  const intl = useIntl()
  const { theme } = useHost()
  const { theme: chosen } = usePreferences()
  return (
    <Cards role="radiogroup" aria-label={intl.formatMessage({ id: 'user.profile.theme' })}>
      {modes.map((mode) => (
        <Card key={mode}>
          <input
            type="radio"
            name="theme"
            checked={mode === chosen}
            onChange={() => {
              theme.choose(mode)
            }}
          />
          <Picture data-mode={mode} aria-hidden />
          <Name>
            <FormattedMessage id={`user.profile.theme_${mode}`} />
            {mode === chosen ? <Icon as={Check} size={14} /> : null}
          </Name>
        </Card>
      ))}
    </Cards>
  )
}

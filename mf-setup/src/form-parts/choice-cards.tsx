import { Badge, hiddenStyles, Icon, type IconType } from '@holdall/ui'
import { CircleCheck } from '@holdall/ui/icons'
import { type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr));
  gap: 12px;
`
const Card = styled.label`
  position: relative;
  display: grid;
  grid-template-columns: 24px minmax(0, 1fr) 18px;
  gap: 2px 10px;
  align-content: start;
  padding: 14px;
  border-radius: 12px;
  background: var(--field);
  box-shadow:
    inset 0 0 0 1px var(--control-line),
    var(--sh-1);
  cursor: pointer;
  & > svg {
    color: var(--icon);
    margin-block-start: 1px;
  }
  & > svg:last-of-type:not(:first-child) {
    grid-area: 1 / 3;
    visibility: hidden;
    color: var(--accent-text);
  }
  &:hover:not(:has(:disabled)) {
    box-shadow:
      inset 0 0 0 1px var(--text-3),
      var(--sh-1);
  }
  &:has(:checked) {
    background: var(--selected);
    box-shadow: inset 0 0 0 1.5px var(--accent-solid);
    & > svg,
    & > svg:last-of-type:not(:first-child) {
      color: var(--accent-text);
      visibility: visible;
    }
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  &:has(:disabled) {
    cursor: not-allowed;
    &:not(:has(:checked)) {
      background: var(--disabled-bg);
      box-shadow: none;
      color: var(--disabled-text);
    }
  }
  @media (forced-colors: active) {
    &:has(:checked) {
      outline: 2px solid Highlight;
    }
  }
  input {
    ${hiddenStyles}
  }
`
const Name = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  min-inline-size: 0;
  font-weight: var(--w-medium);
  /* A soft badge has the colour of a selected card. */
  label:has(:checked) > & > * {
    background: var(--field);
  }
`
const Help = styled.span`
  grid-column: 2 / -1;
  color: var(--text-2);
  font-size: var(--t-13);
  line-height: 20px;
  label:has(:disabled):not(:has(:checked)) > & {
    color: inherit;
  }
`

export interface Choice<V extends string> {
  readonly value: V
  readonly icon: IconType
  readonly name: ReactNode
  readonly isRecommended?: boolean
  readonly help: ReactNode
}
interface Props<V extends string> {
  readonly label: string
  readonly choices: readonly Choice<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
  readonly disabled?: boolean
  /** Ids of texts about all choices. */
  readonly describedBy?: string | undefined
}

/** A choice of a few options that need a sentence each, as a radio group of cards. */
export function ChoiceCards<V extends string>(props: Props<V>) {
  const { label, choices, value, onChange, disabled = false, describedBy } = props
  const name = useId()
  return (
    <Cards role="radiogroup" aria-label={label} aria-describedby={describedBy}>
      {choices.map((choice) => {
        const id = `${name}-${choice.value}`
        return (
          <Card key={choice.value}>
            <Icon as={choice.icon} size={20} />
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              disabled={disabled}
              aria-labelledby={id}
              aria-describedby={`${id}-help`}
              onChange={() => {
                onChange(choice.value)
              }}
            />
            <Name id={id}>
              {choice.name}{' '}
              {choice.isRecommended ? (
                <Badge hue="green">
                  <FormattedMessage id="setup.recommended" />
                </Badge>
              ) : null}
            </Name>
            <Icon as={CircleCheck} size={18} />
            <Help id={`${id}-help`}>{choice.help}</Help>
          </Card>
        )
      })}
    </Cards>
  )
}

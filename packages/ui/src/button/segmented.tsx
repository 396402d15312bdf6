import { useId } from 'react'
import styled from 'styled-components'
import { Icon, type IconType } from '../icon/icon.tsx'
import { hiddenStyles } from '../layout/hidden.tsx'

const Group = styled.div`
  display: inline-flex;
  padding: 2px;
  gap: 2px;
  border-radius: var(--r);
  background: var(--segments);
`
const Segment = styled.label`
  position: relative;
  display: inline-grid;
  place-items: center;
  min-inline-size: 36px;
  block-size: calc(var(--h) - 8px);
  padding-inline: 8px;
  border-radius: 8px;
  color: var(--text-2);
  font-weight: var(--w-medium);
  font-size: var(--t-13);
  line-height: 20px;
  cursor: pointer;
  &:hover {
    color: var(--text);
  }
  &:has(input:checked) {
    background: var(--segment);
    color: var(--text);
    box-shadow:
      var(--sh-1),
      0 0 0 0.5px rgb(0 0 0 / 0.06);
  }
  @media (forced-colors: active) {
    &:has(input:checked) {
      outline: 2px solid Highlight;
    }
  }
  &:has(input:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  input {
    ${hiddenStyles}
  }
`

export type Option<V extends string> = { value: V; label: string; icon?: IconType }
export type SegmentedProps<V extends string> = {
  label: string
  options: readonly Option<V>[]
  value: V
  onChange: (value: V) => void
  /** Shows icons only; the labels are their accessible names. */
  compact?: boolean
}

/** A choice of two or three options, as a radio group. */
export const Segmented = <V extends string>({ label, options, value, onChange, compact }: SegmentedProps<V>) => {
  const name = useId()
  return (
    <Group role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <Segment key={option.value} title={compact ? option.label : undefined}>
          <input
            type="radio"
            name={name}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && compact ? <Icon as={option.icon} /> : <span aria-hidden>{option.label}</span>}
        </Segment>
      ))}
    </Group>
  )
}

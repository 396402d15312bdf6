import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { Check, Minus } from 'lucide-react'
import styled from 'styled-components'
import { useFieldControl } from './field-control.ts'

const Box = styled.span`
  position: relative;
  display: inline-grid;
  flex: none;
  place-items: center;
  inline-size: 18px;
  block-size: 18px;
  input {
    appearance: none;
    grid-area: 1 / 1;
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
    border-radius: var(--r-xs);
    background: var(--field);
    box-shadow: inset 0 0 0 1.5px var(--control-line);
    cursor: pointer;
    transition: background var(--m-fast) var(--ease);
  }
  input:checked,
  input:indeterminate {
    background: var(--accent-solid);
    box-shadow: none;
  }
  input:disabled {
    background: var(--disabled-bg);
    box-shadow: inset 0 0 0 1.5px var(--line-2);
    cursor: not-allowed;
  }
  input::after {
    content: '';
    position: absolute;
    inset: -13px;
  }
  svg {
    position: relative;
    grid-area: 1 / 1;
    color: var(--on-accent);
    pointer-events: none;
  }
  input:disabled + svg {
    color: var(--disabled-text);
  }
`
const Row = styled.label`
  display: inline-flex;
  align-items: flex-start;
  gap: 10px;
  cursor: pointer;
  & > span:first-child {
    margin-block-start: 1px;
  }
`
const Help = styled.span`
  display: block;
  font-size: var(--t-13);
  color: var(--text-3);
`

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'ref' | 'onChange'> & {
  checked: boolean | 'mixed'
  onChange?: (checked: boolean) => void
  /** Label beside the box. Without it set `aria-label`. */
  label?: ReactNode
  help?: ReactNode
}

/** A check box: on, off, or mixed. */
export const Checkbox = ({ checked, onChange, label, help, ...rest }: CheckboxProps) => {
  const ref = useRef<HTMLInputElement>(null)
  const wiring = useFieldControl(rest)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = checked === 'mixed'
  }, [checked])
  const box = (
    <Box>
      <input
        {...rest}
        {...wiring}
        ref={ref}
        type="checkbox"
        checked={checked === true}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      {checked === 'mixed' ? <Minus size={13} strokeWidth={3.4} aria-hidden /> : null}
      {checked === true ? <Check size={13} strokeWidth={3.4} aria-hidden /> : null}
    </Box>
  )
  if (!label) return box
  return (
    <Row>
      {box}
      <span>
        {label}
        {help ? <Help>{help}</Help> : null}
      </span>
    </Row>
  )
}

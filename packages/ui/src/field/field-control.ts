import { createContext, useContext } from 'react'
import { css } from 'styled-components'

/** What a field passes to the control inside it. */
export type FieldWiring = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

export const FieldContext = createContext<FieldWiring | null>(null)

type Own = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: unknown
  required?: boolean | undefined
}

type Wired = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true; required?: boolean }

/**
 * Attributes that connect a control with label, hint and error of the Field around it. The control's own take
 * precedence.
 */
export const useFieldControl = (own: Own): Wired => {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: own.id ?? field.id,
    ...(field.describedBy && {
      'aria-describedby': own['aria-describedby']
        ? `${own['aria-describedby']} ${field.describedBy}`
        : field.describedBy,
    }),
    ...(field.invalid && own['aria-invalid'] === undefined && { 'aria-invalid': true as const }),
    ...(field.required && own.required === undefined && { required: true }),
  }
}

const edge = css`
  border: 0;
  border-radius: var(--r);
  background: var(--field);
  color: var(--text);
  box-shadow:
    inset 0 0 0 1px var(--control-line),
    var(--sh-1);
  transition: box-shadow var(--m-fast) var(--ease);
`

/** Styles of the box of a text field: height `--h`, a ring when focused, a red border when invalid. */
export const fieldStyles = css`
  ${edge}
  display: flex;
  align-items: center;
  gap: 8px;
  inline-size: 100%;
  min-block-size: var(--h);
  padding-inline: 12px;
  font-size: max(1em, var(--t-14));
  @media (pointer: coarse) {
    /* Below 16 px, phones zoom the page when a field takes the focus. */
    font-size: 1rem;
  }
  &::placeholder {
    color: var(--text-3);
    opacity: 1;
  }
  &:hover {
    box-shadow:
      inset 0 0 0 1px var(--text-3),
      var(--sh-1);
  }
  &[readonly],
  &:has(> [readonly]) {
    background: var(--sunken);
    box-shadow: inset 0 0 0 1px var(--line-2);
    color: var(--text-2);
  }
  &:disabled,
  &[data-disabled] {
    background: var(--disabled-bg);
    box-shadow: none;
    color: var(--disabled-text);
    cursor: not-allowed;
  }
  &[aria-invalid='true'],
  &:has([aria-invalid='true']) {
    box-shadow: inset 0 0 0 1.5px var(--danger);
  }
  &:focus,
  &:focus-within,
  &[data-popup-open] {
    outline: 0;
    box-shadow:
      inset 0 0 0 1.5px var(--focus),
      0 0 0 3px color-mix(in srgb, var(--focus), transparent 78%);
  }
  &[aria-invalid='true']:focus,
  &:has([aria-invalid='true']):focus-within {
    box-shadow:
      inset 0 0 0 1.5px var(--danger),
      0 0 0 3px color-mix(in srgb, var(--danger), transparent 78%);
  }
`

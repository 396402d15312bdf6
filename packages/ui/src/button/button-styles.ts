import { css } from 'styled-components'
import { touchStyles } from '../layout/hidden.tsx'

export type ButtonVariant = 'primary' | 'default' | 'soft' | 'quiet' | 'danger' | 'quiet-danger'
export type ButtonSize = 's' | 'm' | 'l'
export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; block?: boolean }

const variants = {
  default: css`
    background: var(--raised);
    box-shadow:
      inset 0 0 0 1px var(--line-2),
      var(--sh-1);
    & > svg {
      color: var(--icon);
    }
    &:hover {
      background: color-mix(in srgb, var(--raised), var(--text) 4%);
    }
    &:active {
      background: color-mix(in srgb, var(--raised), var(--text) 8%);
    }
  `,
  primary: css`
    background: var(--accent-solid);
    color: var(--on-accent);
    box-shadow: var(--sheen), var(--sh-1);
    &:hover {
      background: var(--accent-solid-hover);
    }
    &:active {
      background: var(--accent-solid-press);
    }
  `,
  danger: css`
    background: var(--danger);
    color: var(--on-danger);
    box-shadow: var(--sheen), var(--sh-1);
    &:hover {
      background: var(--danger-hover);
    }
  `,
  soft: css`
    background: var(--accent-soft);
    color: var(--accent-text);
    &:hover {
      background: var(--accent-soft-2);
    }
  `,
  quiet: css`
    color: var(--text-2);
    & > svg {
      color: var(--icon);
    }
    &:hover,
    &[aria-pressed='true'],
    &[data-popup-open] {
      background: var(--hover);
      color: var(--text);
    }
  `,
  'quiet-danger': css`
    color: var(--danger-text);
    &:hover {
      background: var(--danger-soft);
    }
  `,
}

const sizes = {
  s: css`
    min-block-size: var(--h-s);
    padding-inline: 12px;
    font-size: var(--t-13);
    border-radius: 8px;
    gap: 6px;
    ${touchStyles(32)}
  `,
  m: css`
    min-block-size: var(--h);
    padding-inline: 14px;
    font-size: var(--t-14);
    border-radius: var(--r);
    gap: 8px;
  `,
  l: css`
    min-block-size: var(--h-l);
    padding-inline: 20px;
    font-size: var(--t-15);
    border-radius: var(--r);
    gap: 8px;
  `,
}

/** Styles of a button, for links that look like one: ``styled(Link)`${buttonStyles({ variant: 'primary' })}` ``. */
export const buttonStyles = ({ variant = 'default', size = 'm', block = false }: ButtonLook = {}) => css`
  position: relative;
  display: inline-flex;
  padding-block: 4px;
  flex: none;
  align-items: center;
  justify-content: center;
  ${block && 'inline-size: 100%;'}
  font-weight: var(--w-medium);
  line-height: 20px;
  white-space: nowrap;
  color: var(--text);
  background: transparent;
  user-select: none;
  transition:
    background var(--m-fast) var(--ease),
    box-shadow var(--m-fast) var(--ease),
    transform var(--m-fast) var(--ease);
  ${sizes[size]}
  ${variants[variant]}
  & > svg:first-child:not(:only-child) {
    margin-inline-start: -2px;
  }
  & > svg:last-child:not(:first-child) {
    margin-inline-end: -3px;
  }
  &:active {
    transform: translateY(0.5px);
  }
  &:disabled,
  &[aria-disabled='true']:not([aria-busy='true']) {
    background: var(--disabled-bg);
    color: var(--disabled-text);
    box-shadow: none;
    cursor: not-allowed;
    & > svg {
      color: inherit;
    }
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
`

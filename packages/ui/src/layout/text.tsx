import styled, { css } from 'styled-components'

const type = (size: string, line: number, weight: string, tracking: string) => css`
  font-size: ${size};
  line-height: ${line}px;
  font-weight: var(--w-${weight});
  letter-spacing: ${tracking};
`

const variants = {
  display: type('1.75rem', 36, 'semi', '-.025em'),
  page: type('var(--t-24)', 32, 'semi', '-.021em'),
  popup: type('var(--t-18)', 24, 'semi', '-.016em'),
  section: type('var(--t-16)', 24, 'semi', '-.014em'),
  card: type('var(--t-14)', 20, 'semi', '-.01em'),
  body: type('inherit', 20, 'regular', '-.006em'),
  secondary: type('var(--t-13)', 20, 'regular', '-.003em'),
  caption: type('var(--t-12)', 16, 'medium', '0'),
  mono: css`
    ${type('var(--t-13)', 20, 'regular', '0')}
    font-family: var(--font-mono);
    direction: ltr;
    overflow-wrap: anywhere;
  `,
}

export type TextVariant = keyof typeof variants
type TextProps = {
  variant?: TextVariant
  /** Colour of the text; default: that of the parent. */
  tone?: 'text' | 'muted' | 'subtle' | 'danger' | 'ok' | 'accent'
  weight?: 'regular' | 'medium' | 'semi'
  /** One line, cut with an ellipsis. */
  clip?: boolean
  /** Digits of equal width, for columns of numbers. */
  tabular?: boolean
}

const tones = {
  text: 'var(--text)',
  muted: 'var(--text-2)',
  subtle: 'var(--text-3)',
  danger: 'var(--danger-text)',
  ok: 'var(--ok-text)',
  accent: 'var(--accent-text)',
}

const own = new Set(['variant', 'tone', 'weight', 'clip', 'tabular'])
const config = { shouldForwardProp: (prop: string) => !own.has(prop) }

const look = css<TextProps>`
  ${({ tone }) =>
    tone &&
    css`
      color: ${tones[tone]};
    `}
  ${({ weight }) =>
    weight &&
    css`
      font-weight: var(--w-${weight});
    `}
  ${({ tabular }) =>
    tabular &&
    css`
      font-variant-numeric: tabular-nums;
    `}
  ${({ clip }) =>
    clip &&
    css`
      display: block;
      min-inline-size: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    `}
`

/** Text in one of nine styles. `as` is `span` by default. */
export const Text = styled.span.withConfig(config)<TextProps>`
  ${({ variant = 'body' }) => variants[variant]}
  ${look}
`

/** A heading. `as` is its level (default `h2`), `variant` its style. */
export const Heading = styled.h2.withConfig(config)<TextProps>`
  ${({ variant = 'section' }) => variants[variant]}
  text-wrap: balance;
  ${look}
`

/** Styles of a link in running text, for links of the router too. */
export const linkStyles = css`
  color: var(--accent-text);
  font-weight: var(--w-medium);
  border-radius: 4px;
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`

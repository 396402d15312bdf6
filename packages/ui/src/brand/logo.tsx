import type { ComponentProps } from 'react'
import styled from 'styled-components'

type MarkProps = ComponentProps<'svg'> & {
  /** Height in pixels. */
  size?: number
  /** Accessible name; without it the mark is decorative. */
  label?: string
}

const Picture = styled.img`
  max-inline-size: 160px;
  object-fit: contain;
`

/**
 * The operator's logo, whose address the shell sets as `data-logo` on `<html>`; otherwise Holdall's bag, by default in
 * the accent colour.
 */
export const Mark = ({ size = 34, label = '', ...rest }: MarkProps) => {
  const { logo } = document.documentElement.dataset
  return logo ? <Picture src={logo} alt={label} height={size} /> : <Bag size={size} label={label} {...rest} />
}

const Bag = ({ size = 34, label, ...rest }: MarkProps) => (
  <svg
    viewBox="0 0 32 32"
    width={size}
    height={size}
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    color="var(--accent)"
    {...rest}
  >
    <path d="M10.25 11V9.6a5.75 5.75 0 0 1 11.5 0V11" fill="none" stroke="currentColor" strokeWidth="2.6" />
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M8.95 10.6v17H8.4a6.4 6.4 0 0 1-6.4-6.4V17a6.4 6.4 0 0 1 6.4-6.4zM11.55 10.6h8.9v7.1h-8.9zM11.55 20.3h8.9v7.3h-8.9zM23.05 10.6h.55A6.4 6.4 0 0 1 30 17v4.2a6.4 6.4 0 0 1-6.4 6.4h-.55z"
    />
  </svg>
)

const Brand = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 10px;
  min-inline-size: 0;
  color: var(--text);
  direction: ltr;
  & > :first-child {
    flex: none;
  }
`

const DEFAULT_NAME = 'Holdall'

type LogoProps = ComponentProps<'span'> & {
  /** Pixels of the mark; the word follows. */
  size?: number
  /** Name of the installation (`app.name`). The default name is drawn, any other is text. */
  name?: string
}

/** The mark and the name beside each other. */
export const Logo = ({ size = 28, name = DEFAULT_NAME, ...rest }: LogoProps) => (
  <Brand {...rest}>
    <Mark size={size} />
    {name === DEFAULT_NAME ? <Word height={(size * 18) / 28} /> : <Name>{name}</Name>}
  </Brand>
)

/** The logo without the bag, for pages that show the mark in the navigation. */
export const Wordmark = styled(Logo)`
  & > :first-child {
    display: none;
  }
`

/** Two lines at most, so that it fits into a header. */
const Name = styled.span`
  display: -webkit-box;
  overflow: hidden;
  line-height: 22px;
  overflow-wrap: anywhere;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  font-size: var(--t-18);
  font-weight: var(--w-semi);
  letter-spacing: -0.02em;
`

const Word = ({ height }: { height: number }) => (
  <svg viewBox="0 0 93 22" height={height} width={(height * 93) / 22} role="img" aria-label={DEFAULT_NAME}>
    <g fill="none" stroke="currentColor" strokeWidth="3.1">
      <path d="M2 2v18M15.6 2v18M2 10.8h13.6" />
      <circle cx="27.2" cy="13.6" r="5.85" />
      <path d="M38.6 2v18" />
      <circle cx="49.2" cy="13.6" r="5.85" />
      <path d="M55.05 2v18" />
      <circle cx="66" cy="13.6" r="5.85" />
      <path d="M71.85 6.2V20M78.6 2v18M85.4 2v18" />
    </g>
  </svg>
)

import { linkStyles, Notice } from '@holdall/ui'
import { type ReactNode, useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import styled, { createGlobalStyle } from 'styled-components'
import { loadRecaptcha, type RecaptchaSite } from './recaptcha-script.ts'

/** Its terms allow to hide the badge where the form names it and links to Google's terms. */
const NoBadge = createGlobalStyle`
  .grecaptcha-badge {
    visibility: hidden;
  }
`
const Terms = styled.p`
  color: var(--text-2);
  font-size: var(--t-13);
  line-height: 20px;
  a {
    ${linkStyles}
  }
`
const linkTo = (href: string) => (words: ReactNode) => (
  <a href={href} target="_blank" rel="noreferrer">
    {words}
  </a>
)

interface RecaptchaFieldProps extends RecaptchaSite {
  /** The script was not loaded, or it gave no token. */
  readonly isBlocked: boolean
  readonly onBlocked: () => void
}

/** Loads reCAPTCHA with its form, since the score follows from how the page is used, and says so. */
export function RecaptchaField({ clientId, origin, isBlocked, onBlocked }: RecaptchaFieldProps) {
  useEffect(() => {
    let isShown = true
    loadRecaptcha({ clientId, origin }).catch(() => isShown && onBlocked())
    return () => {
      isShown = false
    }
  }, [clientId, origin, onBlocked])
  return (
    <>
      <NoBadge />
      {isBlocked ? (
        <Notice tone="warn" role="alert">
          <FormattedMessage id="human_check.blocked" />
        </Notice>
      ) : null}
      <Terms>
        <FormattedMessage
          id="human_check.recaptcha"
          values={{
            privacy: linkTo('https://policies.google.com/privacy'),
            terms: linkTo('https://policies.google.com/terms'),
          }}
        />
      </Terms>
    </>
  )
}

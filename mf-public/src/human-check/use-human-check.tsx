import { type HumanCheckPurpose, recaptchaActionOf } from '@holdall/api'
import { useHost } from '@holdall/section'
import { Spinner } from '@holdall/ui'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { RecaptchaField } from './recaptcha-field.tsx'
import { RecaptchaError, recaptchaToken } from './recaptcha-script.ts'

const Working = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  color: var(--text-2);
  font-size: var(--t-13);
`

/** Fields of the body of a protected call. */
export interface HumanProof {
  readonly altcha?: string
  readonly reCaptcha?: string
}

interface HumanCheck {
  /** Resolves with what the call has to contain. Ends with the page. */
  readonly prove: () => Promise<HumanProof>
  /** Shown above the button of the form. */
  readonly field: ReactNode
}

/** The check against automated forms that the operator has turned on. Used within a `RecaptchaPage`. */
export function useHumanCheck(purpose: HumanCheckPurpose): HumanCheck {
  const { config } = useHost()
  const { clientId, origin } = config.recaptcha
  const site = clientId !== null && origin !== null ? { clientId, origin } : null
  const [isWorking, setWorking] = useState(false)
  const [isBlocked, setBlocked] = useState(false)
  const onBlocked = useCallback(() => setBlocked(true), [])
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const prove = async (): Promise<HumanProof> => {
    if (site) {
      setBlocked(false)
      try {
        return { reCaptcha: await recaptchaToken(site, recaptchaActionOf(purpose)) }
      } catch (error) {
        if (error instanceof RecaptchaError) setBlocked(true)
        throw error
      }
    }
    if (!config.proofOfWork) return {}
    const controller = new AbortController()
    running.current = controller
    setWorking(true)
    try {
      const { solveChallengeOf } = await import(/* webpackChunkName: "proof-of-work" */ './prove-human.ts')
      return { altcha: await solveChallengeOf(purpose, controller.signal) }
    } finally {
      setWorking(false)
    }
  }

  const field = (
    <output>
      {isWorking ? (
        <Working>
          <Spinner size={16} />
          <FormattedMessage id="human_check.working" />
        </Working>
      ) : null}
    </output>
  )
  if (site) return { prove, field: <RecaptchaField {...site} isBlocked={isBlocked} onBlocked={onBlocked} /> }
  return { prove, field: config.proofOfWork ? field : null }
}

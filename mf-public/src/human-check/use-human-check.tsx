import type { HumanCheckPurpose } from '@holdall/api'
import { useHost } from '@holdall/section'
import { Spinner } from '@holdall/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'

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
}

interface HumanCheck {
  /** Resolves with what the call has to contain. Ends with the page. */
  readonly prove: () => Promise<HumanProof>
  /** Shown above the button of the form. */
  readonly field: ReactNode
}

/** The check against automated forms that the operator has turned on. */
export function useHumanCheck(purpose: HumanCheckPurpose): HumanCheck {
  const { config } = useHost()
  const [isWorking, setWorking] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const prove = async () => {
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
  return { prove, field: config.proofOfWork ? field : null }
}

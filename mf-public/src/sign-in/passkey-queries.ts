import { type AuthenticationResponse, passkeySignIn, passkeySignInOptions } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost, useLocation, useNavigate } from '@holdall/section'
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { useEffect } from 'react'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'
import { NoSessionError } from './sign-in-queries.ts'

/** Shorter than challenges are valid: a suggestion that stands for long is one of a newer challenge. */
const RENEWAL_MS = 240_000

const credentialOf = ({ id, rawId, response }: AuthenticationResponseJSON): AuthenticationResponse => ({
  id,
  rawId,
  type: 'public-key',
  response,
})

/**
 * Signs in with what a passkey has signed, or asks the browser for it first, and refreshes the session of the shell. A
 * passkey that has not verified its user leads to the step for the second factor, where the account has one.
 */
export function usePasskeySignIn() {
  const { session } = useHost()
  const navigate = useNavigate()
  const { search } = useLocation()
  return useSingleMutation({
    mutationKey: ['passkey-sign-in'],
    mutationFn: async (given: AuthenticationResponse | null) => {
      const credential =
        given ?? credentialOf(await startAuthentication({ optionsJSON: await api.call(passkeySignInOptions) }))
      const { two_factor } = await api.call(passkeySignIn, { body: { credential } })
      if (two_factor) return navigate(`/sign-in/two-factor${search}`, { replace: true })
      const now = await session.refresh()
      if (now.state === 'anonymous') throw new NoSessionError()
    },
  })
}

/**
 * Offers passkeys among the suggestions of the e-mail field, where the browser can. Pauses while the button is used, and
 * once a passkey has been refused.
 */
export function usePasskeyAutofill(isPaused: boolean, onChosen: (credential: AuthenticationResponse) => void): void {
  useEffect(() => {
    if (isPaused) return
    let isEnded = false
    const offer = async () => {
      if (!(await browserSupportsWebAuthnAutofill())) return
      const optionsJSON = await api.call(passkeySignInOptions)
      if (isEnded) return
      const chosen = await startAuthentication({
        optionsJSON,
        useBrowserAutofill: true,
        verifyBrowserAutofillInput: false,
      })
      if (!isEnded) onChosen(credentialOf(chosen))
    }
    // Suggestions are a convenience: where they fail, the button says why.
    const start = () => void offer().catch(() => undefined)
    start()
    const renewal = setInterval(start, RENEWAL_MS)
    return () => {
      isEnded = true
      clearInterval(renewal)
      WebAuthnAbortService.cancelCeremony()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onChosen` is the same mutation in every render
  }, [isPaused])
}

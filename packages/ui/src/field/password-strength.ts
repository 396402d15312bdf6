import { useCallback, useMemo, useState } from 'react'
import type { estimatePassword } from './estimate-password.ts'

/** `none` is also one that is long enough and not estimated yet. */
export type PasswordStrength = 'none' | 'short' | 'weak' | 'fair' | 'good' | 'strong'

export interface PasswordStrengthOptions {
  /** Fewest characters allowed. */
  readonly minLength: number
  readonly name: string
  readonly email: string
}

/**
 * How hard a new password is to guess; what is made of the person's own name and e-mail address is weak. `prepare`
 * fetches the estimator: call it when the field gets the focus.
 */
export function usePasswordStrength(
  password: string,
  { minLength, name, email }: PasswordStrengthOptions,
): { readonly strength: PasswordStrength; readonly prepare: () => void } {
  const [estimate, setEstimate] = useState<typeof estimatePassword | null>(null)
  const prepare = useCallback(() => {
    import(/* webpackChunkName: "dictionary-passwords" */ './estimate-password.ts').then(
      (loaded) => setEstimate(() => loaded.estimatePassword),
      // Without it the length alone is shown; the next focus tries again.
      () => undefined,
    )
  }, [])
  const strength = useMemo(() => {
    if (password === '') return 'none'
    if (password.length < minLength) return 'short'
    return estimate?.(password, [name, email]) ?? 'none'
  }, [password, minLength, name, email, estimate])
  return { strength, prepare }
}

import { useCallback, useMemo, useState } from 'react'
import type { estimatePassword } from './estimate-password.ts'

/** `none`: empty, or long enough and not estimated yet. */
export type PasswordStrength = 'none' | 'short' | 'weak' | 'fair' | 'good' | 'strong'

export interface PasswordStrengthOptions {
  /** Minimum number of characters. */
  readonly minLength: number
  readonly name: string
  readonly email: string
}

/**
 * How hard a new password is to guess. Passwords made of the user's name or e-mail address are weak. `prepare` loads
 * the estimator: call it when the field gets the focus.
 */
export function usePasswordStrength(
  password: string,
  { minLength, name, email }: PasswordStrengthOptions,
): { readonly strength: PasswordStrength; readonly prepare: () => void } {
  const [estimate, setEstimate] = useState<typeof estimatePassword | null>(null)
  const prepare = useCallback(() => {
    import(/* webpackChunkName: "dictionary-passwords" */ './estimate-password.ts').then(
      (loaded) => setEstimate(() => loaded.estimatePassword),
      // Without the estimator only the length is checked; the next focus loads it again.
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

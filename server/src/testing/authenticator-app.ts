import { generateSync } from 'otplib'

const STEP_SECONDS = 30

export interface AuthenticatorApp {
  /** Each is of a later time step than the one before: the server takes none twice. */
  nextCode(): string
}

/** An authenticator app that has the key of one account, which may be written with spaces. */
export function authenticatorApp(key: string): AuthenticatorApp {
  const secret = key.replaceAll(/\s/g, '')
  let lastStep = 0
  return {
    nextCode() {
      lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / 1000 / STEP_SECONDS))
      return generateSync({ secret, epoch: lastStep * STEP_SECONDS })
    },
  }
}

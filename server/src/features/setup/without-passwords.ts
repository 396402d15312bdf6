import type { ConfigChanges } from '../../infrastructure/config/config-file.ts'
import { decoded } from './connection-addresses.ts'

/** Shorter values, such as a driver, are in many messages and no secret. */
const MIN_LENGTH = 4

/**
 * A message without values of config.json, which have passwords, and without those in an address. The longest first: one may
 * begin with another.
 */
export function withoutPasswords(message: string, changes: ConfigChanges): string {
  const values = Object.values(changes).filter((value) => value !== null)
  const secrets = [...values.filter((value) => value.length >= MIN_LENGTH), ...values.flatMap(passwordsIn)]
  return secrets
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, '…'), message)
    .slice(0, 500)
}

/** The password of an address, encoded and as it was entered. */
function passwordsIn(value: string): readonly string[] {
  const password = URL.parse(value)?.password
  return password ? [password, decoded(password)] : []
}

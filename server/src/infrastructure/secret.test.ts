import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSecret, secretFrom } from './secret.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('the installation’s key', () => {
  test('is refused when it is empty or truncated', () => {
    for (const text of ['', 'c2hvcnQ']) {
      writeFileSync(join(dir, 'secret.key'), text)
      expect(() => readSecret(dir)).toThrow('holds no key')
    }
  })

  test('is created once, readable by its owner only', () => {
    const signature = readSecret(dir).sign('a', 'text')
    expect(readSecret(dir).verify('a', 'text', signature)).toBe(true)
    expect(statSync(join(dir, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('signs for one purpose and one text', () => {
    const secret = readSecret(dir)
    const signature = secret.sign('a', 'text')
    expect(secret.verify('b', 'text', signature)).toBe(false)
    expect(secret.verify('a', 'texts', signature)).toBe(false)
    expect(secret.verify('a', 'text', '')).toBe(false)
  })
})

test('what is encrypted is read with the same key, purpose and context only, and not after a change', () => {
  const [secret, other] = [secretFrom(Buffer.alloc(32, 1)), secretFrom(Buffer.alloc(32, 2))]
  const encrypted = secret.encrypt('totp', 'text', 'ann')
  expect(secret.decrypt('totp', encrypted, 'ann')).toBe('text')
  expect(secret.encrypt('totp', 'text', 'ann')).not.toBe(encrypted)
  const changed = Buffer.from(encrypted, 'base64url')
  changed[changed.length - 1]! ^= 1
  expect([
    other.decrypt('totp', encrypted, 'ann'),
    secret.decrypt('other', encrypted, 'ann'),
    secret.decrypt('totp', encrypted, 'bob'),
    secret.decrypt('totp', changed.toString('base64url'), 'ann'),
    secret.decrypt('totp', '', 'ann'),
  ]).toEqual([null, null, null, null, null])
})

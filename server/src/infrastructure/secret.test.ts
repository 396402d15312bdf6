import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSecret } from './secret.ts'

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

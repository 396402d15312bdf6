import { webcrypto } from 'node:crypto'
import { checksum } from './checksum.ts'

const chunk = () => Uint8Array.from(new TextEncoder().encode('holdall')).buffer

test('is the same with and without a secure context', async () => {
  const withSubtle = await digestWith(webcrypto.subtle)
  const without = await digestWith(undefined)
  expect(withSubtle).toMatch(/^[0-9a-f]{64}$/)
  expect(without).toBe(withSubtle)
})

async function digestWith(subtle: unknown): Promise<string> {
  const before = Object.getOwnPropertyDescriptor(crypto, 'subtle')
  Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true })
  try {
    return await checksum(chunk())
  } finally {
    if (before) Object.defineProperty(crypto, 'subtle', before)
    else Reflect.deleteProperty(crypto, 'subtle')
  }
}

import { hashOfRecoveryCode } from './recovery-codes.ts'

test('a code is the same in capitals, without its hyphens, and with letters that look like its digits', () => {
  const hash = hashOfRecoveryCode('10h1-a0b1-c0d1-e0f1')
  for (const typed of ['10H1A0B1C0D1E0F1', ' lOhI a0bi c0dL eofl ', '10h1 – a0b1 – c0d1 – e0f1']) {
    expect([typed, hashOfRecoveryCode(typed)]).toEqual([typed, hash])
  }
  expect(hashOfRecoveryCode('10h1-a0b1-c0d1-e0f2')).not.toBe(hash)
})

import { withoutPasswords } from './without-passwords.ts'

test.each([
  [
    'one that begins with another value',
    'no key holdall-Tr0ub4dor',
    { s3_bucket: 'holdall', s3_secret: 'holdall-Tr0ub4dor' },
  ],
  ['that of an address', 'password p@ss/w0rd refused', { database_url: 'postgres://ann:p%40ss%2Fw0rd@db.test:5432/a' }],
  ['a short one of an address', 'password abc refused', { smtp_url: 'smtp://ann:abc@mail.test' }],
  ['the address itself', 'smtp://ann:secret@mail.test is down', { smtp_url: 'smtp://ann:secret@mail.test' }],
])('a message repeats no password: %s', (_, message, changes) => {
  const shown = withoutPasswords(message, { ...changes, smtp_from: null })
  expect(shown).toContain('…')
  expect(shown).not.toMatch(/Tr0ub4dor|p@ss|abc|secret/)
})

test('what a driver is called stays in a message', () => {
  expect(withoutPasswords('s3 did not answer', { storage_driver: 's3' })).toBe('s3 did not answer')
})

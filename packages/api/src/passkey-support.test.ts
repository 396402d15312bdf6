import { canUsePasskeys } from './passkey-support.ts'

const page = {
  isSecureContext: true,
  location: { origin: 'https://files.example.com' },
  PublicKeyCredential: class {},
}

test('passkeys can be used where server, browser and address allow it', () => {
  expect(canUsePasskeys({ passkeys: true, host: 'https://files.example.com' }, page)).toBe(true)
  expect(canUsePasskeys({ passkeys: true, host: 'https://files.example.com:443' }, page)).toBe(true)
  expect(canUsePasskeys({ passkeys: true, host: '' }, page)).toBe(true)
})

test.each([
  ['the server has none', { passkeys: false }, {}],
  ['the public address is another one', { host: 'https://other.example.com' }, {}],
  ['the page came over plain http', {}, { isSecureContext: false }],
  ['the browser has none', {}, { PublicKeyCredential: undefined }],
])('and not where %s', (_why, config, other) => {
  const base = { passkeys: true, host: 'https://files.example.com' }
  expect(canUsePasskeys({ ...base, ...config }, { ...page, ...other })).toBe(false)
})

import { qrCodeSvg } from '../share-links/share-qr-code.ts'
import { totpAddress } from './totp.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

test('the address has the names of the app and of the account as they are', async () => {
  const address = new URL(await totpAddress('Açai & Co', 'ana@example.com', secret))
  expect(decodeURIComponent(address.pathname)).toContain('Açai & Co:ana@example.com')
  expect([address.searchParams.get('issuer'), address.searchParams.get('secret')]).toEqual(['Açai & Co', secret])
})

test.each([
  ['箱'.repeat(80), `${'郵'.repeat(200)}@${'件'.repeat(40)}.example`],
  ['🗄️'.repeat(26), `${'📧'.repeat(110)}@example.com`],
  ['\uD800'.repeat(80), `${'a'.repeat(240)}@example.com`],
])('the QR code is one that can be scanned, however long the names are (%#)', async (app, email) => {
  const address = await totpAddress(app, email, secret)
  const modules = Number(/viewBox="0 0 (\d+) /.exec(await qrCodeSvg(address))?.[1])
  // Version 20 of the standard, with its margin.
  expect(modules).toBeLessThanOrEqual(17 + 4 * 20 + 8)
  const issuer = new URL(address).searchParams.get('issuer') ?? ''
  expect(issuer).toMatch(/^.{5,}…$/u)
  expect(app.replaceAll('\uD800', '\uFFFD').startsWith(issuer.slice(0, -1))).toBe(true)
})

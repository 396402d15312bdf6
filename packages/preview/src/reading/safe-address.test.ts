import { safeAddress } from './safe-address.ts'

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '  javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:http://localhost/1',
  '//evil.example/a',
  '/api/user',
  '#top',
  '',
])('the address %j is no link', (address) => {
  expect(safeAddress(address)).toBeNull()
})

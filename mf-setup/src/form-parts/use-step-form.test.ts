import { withKept, withoutSecrets } from './use-step-form.ts'

test('what was kept replaces saved values of the same type, and nothing else', () => {
  const saved = { host: 'a', port: '1', tls: true, storage: { bucket: 'b', region: 'r' } }
  const kept = { host: 'x', port: 7, tls: 'yes', storage: { bucket: 'y', key: 'unknown' }, other: 'z' }
  expect(withKept(saved, kept)).toEqual({ host: 'x', port: '1', tls: true, storage: { bucket: 'y', region: 'r' } })
})

test('passwords are never kept, at any level', () => {
  expect(withoutSecrets({ user: 'u', password: 'p', storage: { key: 'k', secret: 's' }, purchase_code: 'c' })).toEqual({
    user: 'u',
    storage: { key: 'k' },
  })
})

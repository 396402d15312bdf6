import { createFailures } from './failures.ts'

const failure = { version: '0.2.0', reason: 'It did not answer.', address: '/ui/sections/a/0.2.0/entry.js', at: 1 }

test('the same failure is counted, not repeated, and the newest comes first', () => {
  const failures = createFailures()
  failures.add('a', failure)
  failures.add('a', { ...failure, version: '0.1.0', at: 2 })
  failures.add('a', { ...failure, at: 3 })
  expect(failures.of('a').map(({ version, at, count }) => [version, at, count])).toEqual([
    ['0.2.0', 3, 2],
    ['0.1.0', 2, 1],
  ])
  expect(failures.of('b')).toEqual([])
})

test('a thousand reports do not fill the memory', () => {
  const failures = createFailures()
  for (let at = 0; at < 1000; at++) failures.add('a', { ...failure, reason: String(at), at })
  expect(failures.of('a')).toHaveLength(20)
  expect(failures.of('a')[0]?.reason).toBe('999')
})

test.each([
  ['http://files.example/ui/sections/a/0.2.0/entry.js?retry=1', '/ui/sections/a/0.2.0/entry.js'],
  ['/share/secret-token/files', null],
  ['https://files.example/share/secret-token', null],
  ['http://[', null],
  [null, null],
])('of the address %s it keeps %s', (address, kept) => {
  const failures = createFailures()
  failures.add('a', { ...failure, address })
  expect(failures.of('a')[0]?.address).toBe(kept)
})

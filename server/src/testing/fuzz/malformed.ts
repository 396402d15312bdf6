import fc from 'fast-check'

const ordinary = [
  'GET /api/ping HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'POST /login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 30\r\n\r\n{"email":"a@b.example","passwo',
  'POST /login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n',
  'GET /share/abc HTTP/1.0\r\n\r\n',
]

const hostile = [
  '',
  '\r\n\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\nhost: a\r\n\r\n',
  'GET http://evil.example/ HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'GET /\0 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /%00%zz%c0%af HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'GET /../../etc/passwd HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'PROPFIND / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\ncookie: holdall_session=%zz; =; ;;\r\nconnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n',
  'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n',
  'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999999999999999\r\n\r\n',
  'POST /login HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /login HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n',
  'POST /login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n',
  'POST /login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\nzz\r\n',
  `GET / HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(3000)}\r\n`,
  `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  'GET /api/ping HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(50),
]

/**
 * Bytes for a connection: known attacks, and ordinary requests with some of their bytes changed; the same for a seed.
 */
export function malformedRequests(count: number, seed: number): Buffer[] {
  const change = fc.record({ at: fc.nat(), cut: fc.nat(3), insert: fc.string({ unit: 'binary', maxLength: 4 }) })
  const changed = fc
    .tuple(fc.constantFrom(...ordinary), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([text, changes]) =>
      changes.reduce((before, { at, cut, insert }) => {
        const from = at % before.length
        return before.slice(0, from) + insert + before.slice(from + cut)
      }, text),
    )
  const generated = fc.sample(changed, { numRuns: Math.max(0, count - hostile.length), seed })
  return [...hostile, ...generated].map((text) => Buffer.from(text, 'latin1'))
}

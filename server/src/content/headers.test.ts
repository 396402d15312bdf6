import { contentHeaders } from './headers.ts'

const disposition = (name: string) => contentHeaders(name, 'application/zip', false)['content-disposition']!

test.each([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'audio/ogg',
  'audio/mpeg',
  'audio/wav',
  'audio/flac',
  'application/pdf',
])('%s is shown in place, and saved when that is asked for', (mime) => {
  expect(contentHeaders('a', mime, false)).toMatchObject({
    'content-type': mime,
    'content-disposition': expect.stringMatching(/^inline; /),
  })
  expect(contentHeaders('a', mime, true)).toMatchObject({
    'content-type': mime,
    'content-disposition': expect.stringMatching(/^attachment; /),
  })
})

test.each(['text/html', 'text/javascript', 'text/css', 'application/xhtml+xml', 'application/xml', 'image/svg+xml'])(
  '%s is saved, and not named to the browser',
  (mime) => {
    expect(contentHeaders('a', mime, false)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
    })
  },
)

test.each([
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/csv', 'text/csv; charset=utf-8'],
  ['application/zip', 'application/zip'],
  ['application/json', 'application/json'],
])('%s is saved as %s', (mime, type) => {
  expect(contentHeaders('a', mime, false)).toMatchObject({
    'content-type': type,
    'content-disposition': expect.stringMatching(/^attachment; /),
  })
})

test.each([
  ['a b~.txt', `filename="a b~.txt"; filename*=UTF-8''a%20b~.txt`],
  [`it's (1)*!.txt`, `filename="it's (1)*!.txt"; filename*=UTF-8''it%27s%20%281%29%2A%21.txt`],
  ['a"b\\c%d', `filename="a_b_c_d"; filename*=UTF-8''a%22b%5Cc%25d`],
  ['Übung.txt', `filename="_bung.txt"; filename*=UTF-8''%C3%9Cbung.txt`],
])('the name %s is told in ASCII and as it is', (name, expected) => {
  expect(disposition(name)).toBe(`attachment; ${expected}`)
})

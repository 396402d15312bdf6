import { parse } from 'content-disposition'
import { contentHeaders } from './content-headers.ts'

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
])('%s is shown inline, and is an attachment for a download', (mime) => {
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
  '%s is saved, as an unknown type',
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
])('%s is an attachment of the type %s', (mime, type) => {
  expect(contentHeaders('a', mime, false)).toMatchObject({
    'content-type': type,
    'content-disposition': expect.stringMatching(/^attachment; /),
  })
})

test.each([
  ['a.txt', `filename=a.txt`],
  ['a b~.txt', `filename="a b~.txt"`],
  [`it's (1)*!.txt`, `filename="it's (1)*!.txt"`],
  ['a"b\\c%d', `filename=a_b_c_d; filename*=UTF-8''a%22b%5Cc%25d`],
  ['50%41.txt', `filename=50_41.txt; filename*=UTF-8''50%2541.txt`],
  ['Übung (1)*!.txt', `filename="_bung (1)*!.txt"; filename*=UTF-8''%C3%9Cbung%20%281%29%2A!.txt`],
  ['a.txt\r\nset-cookie: a=b', `filename="a.txt__set-cookie: a=b"; filename*=UTF-8''a.txt%0D%0Aset-cookie%3A%20a%3Db`],
])('the name %s is sent in ASCII and, where that differs, as it is', (name, expected) => {
  expect(disposition(name)).toBe(`attachment; ${expected}`)
  expect(parse(disposition(name)).parameters['filename']).toBe(name)
})

test.each([
  ['text/plain', 'Talk.ics', 'text/calendar; charset=utf-8'],
  ['text/plain', 'Mara.VCF', 'text/vcard; charset=utf-8'],
  ['text/plain', 'Lake.gpx', 'application/gpx+xml'],
  ['text/plain', 'Lake.kml', 'application/vnd.google-earth.kml+xml'],
  ['application/zip', 'app.apk', 'application/vnd.android.package-archive'],
  ['application/octet-stream', 'old.7z', 'application/x-7z-compressed'],
  // The bytes decide:
  ['text/plain', 'run.html', 'text/plain; charset=utf-8'],
  ['text/plain', 'run.js', 'text/plain; charset=utf-8'],
  ['text/plain', 'a.svg', 'text/plain; charset=utf-8'],
  ['text/plain', 'code.ts', 'text/plain; charset=utf-8'],
  ['text/html', 'Talk.ics', 'application/octet-stream'],
  ['image/svg+xml', 'Lake.gpx', 'application/octet-stream'],
  ['application/octet-stream', 'Talk.ics', 'application/octet-stream'],
  ['image/png', 'song.mp3', 'image/png'],
  ['application/x-msdownload', 'book.epub', 'application/x-msdownload'],
  ['application/octet-stream', 'nothing.unknown', 'application/octet-stream'],
  ['text/plain', 'ics', 'text/plain; charset=utf-8'],
])('%s named %s is downloaded as %s', (detected, name, type) => {
  expect(contentHeaders(name, detected, true)['content-type']).toBe(type)
})

test('what is shown inline has the type of its bytes, also with another ending', () => {
  expect(contentHeaders('Talk.ics', 'image/png', false)['content-type']).toBe('image/png')
})

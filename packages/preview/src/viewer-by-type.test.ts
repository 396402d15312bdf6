import { makeEntry } from '@holdall/testing'
import { viewerOf } from './viewer-by-type.ts'

test.each([
  ['a.png', 'image/png', 'image'],
  ['a.svg', 'image/svg+xml', 'image'],
  ['a.bmp', 'image/bmp', 'image'],
  ['a.ico', 'image/x-icon', 'image'],
  ['a.tiff', 'image/tiff', null],
  ['a.txt', 'text/plain', 'text'],
  ['notes', 'text/plain', 'text'],
  ['a.md', 'text/markdown', 'markdown'],
  ['a.ts', 'text/plain', 'code'],
  ['data', 'application/json', 'code'],
  ['utf16.txt', 'application/octet-stream', 'text'],
  ['a.mp4', 'video/mp4', 'video'],
  ['a.mp3', 'audio/mpeg', 'audio'],
  ['a.pdf', 'application/pdf', 'pdf'],
  ['a.csv', 'text/csv', 'table'],
  ['a.tsv', 'text/plain', 'table'],
  ['a.zip', 'application/zip', 'archive'],
  ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', null],
  ['a.heic', 'image/heic', null],
  ['a.bin', 'application/octet-stream', null],
  ['a.exe', 'application/x-msdownload', null],
  ['constructor', 'text/plain', 'text'],
  ['a.constructor', 'text/plain', 'text'],
  ['READ.MD', 'text/plain', 'markdown'],
  ['.conf', 'text/plain', 'text'],
] as const)('%s of the type %s has the viewer %s', (name, mimetype, viewer) => {
  expect(viewerOf(makeEntry({ name, mimetype }))).toBe(viewer)
})

test('the detected type decides, not the name: HTML that is named like a picture is shown as its source', () => {
  expect(viewerOf(makeEntry({ name: 'photo.png', mimetype: 'text/html' }))).toBe('code')
  expect(viewerOf(makeEntry({ name: 'page.html', mimetype: 'image/png' }))).toBe('image')
})

test('a picture that browsers do not show is shown once it has a thumbnail', () => {
  const thumbnail = { xs: '/xs', sm: '/sm', lg: '/lg', xl: '/xl' }
  expect(viewerOf(makeEntry({ name: 'scan.tiff', mimetype: 'image/tiff', thumbnail }))).toBe('image')
})

test('a file that may not be downloaded is shown by its thumbnail, or not at all', () => {
  const thumbnail = { xs: '/xs', sm: '/sm', lg: '/lg', xl: '/xl' }
  for (const mimetype of ['image/jpeg', 'video/mp4', 'application/pdf', 'text/plain']) {
    const file = makeEntry({ name: 'a', mimetype, file_url: null })
    expect(viewerOf(file)).toBeNull()
    expect(viewerOf({ ...file, attributes: { ...file.attributes, thumbnail } })).toBe('image')
  }
})

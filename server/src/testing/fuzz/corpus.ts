import { type FuzzRequest, multipartOf } from './requests.ts'

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const octets = { 'content-type': 'application/octet-stream' }
const multipart = { 'content-type': 'multipart/form-data; boundary=fuzz' }

const post = (name: string, url: string, value: unknown): FuzzRequest => ({
  name,
  method: 'POST',
  url,
  headers: json,
  payload: typeof value === 'string' ? value : JSON.stringify(value),
})
const upload = (name: string, query: string, payload: string): FuzzRequest => ({
  name,
  method: 'POST',
  url: `/api/upload/chunks?${query}`,
  headers: octets,
  payload,
})
const uploadForm = (
  name: string,
  payload: string,
  headers: Readonly<Record<string, string>> = multipart,
): FuzzRequest => ({
  name,
  method: 'POST',
  url: '/api/upload/chunks',
  headers,
  payload,
})
const image = (name: string, payload: string): FuzzRequest => ({
  name,
  method: 'POST',
  url: '/api/user/avatar',
  headers: multipart,
  payload: multipartOf({}, payload, false, 'avatar'),
})
const get = (name: string, url: string, headers: Readonly<Record<string, string>> = {}): FuzzRequest => ({
  name,
  method: 'GET',
  url,
  headers,
})

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const account = { password: 'sesame-open', password_confirmation: 'sesame-open' }
const dots = `a@${'.'.repeat(80_000)}@`

/** Lists that are longer than a page, and others. */
export const lists = [
  '/api/admin/dashboard',
  '/api/browse/folders/REF_nested_',
  '/api/browse/folders/REF_nested_?per_page=200',
  '/api/browse/folders/REF_nested_/position?prefix=4',
  '/api/browse/latest',
  '/api/browse/navigation?depth=all',
  '/api/browse/search?query=txt',
  '/api/browse/share',
  '/api/browse/trash/all',
  '/api/notifications',
  '/api/search?query=txt',
  '/api/sharing/folders/REF_nested_/REF_token_',
  '/api/sharing/zip/REF_token_',
  '/api/teams/folders/all',
  '/api/teams/folders/REF_inner_?per_page=200',
  '/api/teams/folders/REF_team_/tree',
  '/api/teams/shared-with-me/REF_inner_?per_page=200',
  '/api/browse/folders/REF_inner_?per_page=200',
  '/api/sharing/folders/REF_inner_/REF_teamtoken_?per_page=200',
  '/api/sharing/search/REF_teamtoken_?query=txt',
  '/api/share/entry/REF_teamfile_',
  '/api/user',
]

/** Changes of many entries. */
const wholeFolder = (id: string) => ({ parent_id: id, all: true, except: [] })
const changes = [
  post('copy of a whole folder', '/api/copy', { ...wholeFolder('REF_nested_'), to_id: 'REF_copies_' }),
  post('copy of a whole team folder', '/api/copy', { ...wholeFolder('REF_inner_'), to_id: 'REF_copies_' }),
  post('move of a whole folder', '/api/move', { ...wholeFolder('REF_nested_'), to_id: 'REF_folder_' }),
  post('removal of a whole team folder', '/api/remove', wholeFolder('REF_team_')),
  post('deletion of a whole folder', '/api/remove', { ...wholeFolder('REF_copies_'), force_delete: true }),
  { name: 'emptied trash', method: 'DELETE', url: '/api/trash/dump', headers: {} },
]

/** Lists, and requests that once crashed or slowed down a server; every role sends each of them. */
export const corpus: readonly FuzzRequest[] = [
  ...lists.map((path) => get(`list ${path}`, path)),
  upload('markup that backtracks', 'name=notes.txt&upload_id=abcdefgh1&offset=0&size=281', '<!---->'.repeat(40) + 'x'),
  upload('markup that is long', 'name=notes.svg', `${' '.repeat(60_000)}<${'!'.repeat(60_000)}`),
  post('e-mail of dots at sign-in', '/login', { email: dots, password: 'x' }),
  post('e-mail of dots at sign-up', '/api/register', { name: 'a', email: dots, ...account }),
  post('e-mail of dots at verification', '/api/user/verify', { email: dots }),
  post('e-mail of dots at setup', '/api/setup/admin', { name: 'a', email: dots, ...account }),
  ...['foo<x@evil.example>', 'x@evil.example,root', 'group:x@evil.example;', 'a\r\nBcc: b@evil.example'].map((email) =>
    post('e-mail that is a header', '/api/register', { name: 'a', email, ...account }),
  ),
  post('name of several lines', '/api/register', { name: 'Hi\r\n\r\nBuy now', email: 'lines@example.com', ...account }),
  post('name of invisible characters', '/api/register', {
    name: '\u200b\u200d',
    email: 'none@example.com',
    ...account,
  }),
  uploadForm('form with a slash in the name', multipartOf({ name: 'a/b' }, 'x')),
  uploadForm('form with a bad checksum', multipartOf({ name: 'a', checksum: 'x' }, 'x')),
  uploadForm('form with a long field', multipartOf({ name: 'a', path: 'x'.repeat(20_000) }, 'x')),
  uploadForm('form without an offset', multipartOf({ name: 'a', upload_id: 'abcdefgh2' }, 'x')),
  uploadForm('form with a foreign parent behind', multipartOf({ name: 'a', parent_id: 'REF_foreign_' }, 'x', true)),
  uploadForm('form with a foreign parent before', multipartOf({ name: 'a', parent_id: 'REF_foreign_' }, 'x')),
  uploadForm('form with a parent of NUL', multipartOf({ name: 'a', parent_id: '\0' }, 'x')),
  uploadForm('form with many fields', multipartOf(Object.fromEntries([...Array(200).keys()].map((i) => [i, 1])), 'x')),
  uploadForm('form that ends early', multipartOf({ name: 'a' }, 'x').slice(0, 120)),
  uploadForm('form without a boundary', 'x', { 'content-type': 'multipart/form-data' }),
  uploadForm('boundary of 10 kB', 'x', { 'content-type': `multipart/form-data; boundary=${'b'.repeat(10_000)}` }),
  image('picture of a page', '<!doctype html><script>alert(1)</script>'),
  image('picture of SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  image('picture of nothing', ''),
  image('picture that ends early', 'GIF89a\x10\0\x10\0\0\0\0,'),
  image('picture of a gigapixel', 'GIF89a\x7f\x7f\x7f\x7f\0\0\0,\0\0\0\0\x7f\x7f\x7f\x7f\0\x02\0;'),
  post('picture as JSON', '/api/user/avatar', { avatar: 'data:image/png;base64,AAAA' }),
  get('picture outside its folder', '/avatars/..%2f..%2fsecret.key'),
  post('_method is an object', '/api/user/settings', '{"_method":{"toString":1}}'),
  post('_method is deep', '/api/user/settings', `{"_method":${deep(100_000)}}`),
  post('NUL in an e-mail', '/login', { email: 'a\0@example.com', password: 'x' }),
  post('NUL in a personal name', '/api/register', { name: 'a\0b', email: 'nul@example.com', ...account }),
  post('NUL in a name', '/api/create-folder', { name: 'a\0b' }),
  post('NUL in an emoji', '/api/create-folder', { name: 'a', emoji: '\0' }),
  post('half a surrogate pair', '/api/create-folder', { name: '\ud800' }),
  post('deep body', '/api/move', deep(400_000)),
  post('wide body', '/api/remove', `{"items":[${'{},'.repeat(200_000)}{}]}`),
  post('prototype in a body', '/api/create-folder', '{"name":"a","__proto__":{"parent_id":"REF_foreign_"}}'),
  { name: 'form of 500,000 fields', method: 'POST', url: '/login', headers: form, payload: 'a&'.repeat(500_000) },
  get('token under another spelling', '/Share/REF_token_'),
  get('token behind two slashes', '//share/REF_token_'),
  get('token behind an escaped letter', '/api/s%68aring/REF_token_'),
  get('locale of a prototype', '/translations/__proto__'),
  get('locale of NUL', '/translations/%00'),
  get('content', 'REF_fileurl_'),
  get('content in a wrong range', 'REF_fileurl_', { range: 'bytes=9999999999999999999-' }),
  get('content in many ranges', 'REF_fileurl_', { range: `bytes=${'0-1,'.repeat(1000)}0-1` }),
  get('page', '/platform/files', { accept: 'text/html' }),
  get('page beside every route', `/${'a/'.repeat(300)}`, { accept: 'text/html' }),
  get('asset outside its folder', '/ui/shell/x/..%2f..%2f..%2fpackage.json'),
  get('probe', '/healthz'),
  get('measurements', '/metrics'),
  get('page beyond the end', '/api/browse/folders/all?page=999999999999999&per_page=999999999999999'),
  get('sort twice', '/api/browse/folders/all?sort=name&sort=size&direction=ASC&direction=DESC'),
  ...changes,
  get('query of many fields', `/api/browse/folders/all?${'a&'.repeat(5000)}`),
]

import { errorStatus } from '@holdall/api'
import { languages } from '../infrastructure/messages/text-in.ts'
import { Refusal, refuse } from '../infrastructure/errors/refusal.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

const createFolder = async (locale?: string) => {
  const ann = await holdall.signUp()
  if (locale !== undefined) ann.cookies.set('holdall_locale', locale)
  return (await ann.post('/api/create-folder', { name: 'a/b', parent_id: null })).body
}

test.each([
  ['ar', 'لا يمكن أن يحتوي الاسم على «/».'],
  ['de', 'Ein Name darf „/“ nicht enthalten.'],
  ['de-AT', 'Ein Name darf „/“ nicht enthalten.'],
  ['fr', 'A name can’t contain “/”.'],
  ['<script>', 'A name can’t contain “/”.'],
  [undefined, 'A name can’t contain “/”.'],
])('a refusal is in the language that was chosen in the browser: %s', async (locale, sentence) => {
  expect(await createFolder(locale)).toMatchObject({
    code: 'bad-name',
    message: sentence,
    errors: { name: [sentence] },
  })
})

test('an address that does not exist is refused in the language of the browser', async () => {
  const ann = await holdall.signUp()
  ann.cookies.set('holdall_locale', 'de')
  expect((await ann.get('/api/nowhere')).body.message).toBe('Dieses Element gibt es nicht oder es wurde gelöscht.')
  // A cache that others share must not keep it.
  const { headers, payload } = await holdall.app.inject({ url: '/file/nothing', cookies: { holdall_locale: 'de' } })
  expect([headers['cache-control'], payload]).toEqual(['no-store', expect.stringContaining('gelöscht')])
})

test('each code has a text in each language', () => {
  for (const code of Object.keys(errorStatus) as (keyof typeof errorStatus)[]) {
    const texts = Object.keys(languages).map((locale) => refuse(code).bodyIn(locale).message)
    expect([code, texts.filter(Boolean).length, new Set(texts).size]).toEqual([code, texts.length, texts.length])
  }
})

test('a number in a refusal is written as the language writes it', () => {
  const refusal = refuse('too-deep', { text: 'error.too-deep.levels', values: { levels: 2 } })
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal.message).toBe('Folders can be nested up to 2 levels deep.')
  expect(refusal.bodyIn('ar').message).toBe('يمكن تداخل المجلدات حتى مستويين كحد أقصى.')
})

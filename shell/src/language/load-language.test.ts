import { translations } from '@holdall/api'
import { ApiError, type ApiClient } from '@holdall/api-client'
import { compile, loadLanguage } from './load-language.ts'

const answering = (answer: () => Promise<unknown>) => ({ call: answer }) as unknown as ApiClient

describe('language', () => {
  test('the operator’s edit takes precedence over the shell’s own message', async () => {
    const api = answering(() => Promise.resolve({ 'section.retry': 'Once more' }))
    const { intl } = await loadLanguage({ api, locale: 'de', reload: () => false })
    expect(intl.formatMessage({ id: 'section.retry' })).toBe('Once more')
    expect(intl.formatMessage({ id: 'section.loading' })).toBe('Wird geladen')
  })

  test('where the page was served without them, all messages are fetched before the first screen', async () => {
    const call = jest.fn(() => Promise.resolve({ 'section.retry': 'Nochmals', 'files.title': 'Ablage' }))
    const api = { call } as unknown as ApiClient
    const { intl, edits } = await loadLanguage({ api, locale: 'de', reload: () => false })
    expect(call).toHaveBeenCalledWith(translations, { params: { locale: 'de' } })
    expect(intl.formatMessage({ id: 'section.retry' })).toBe('Nochmals')
    expect(Object.keys(edits)).toEqual(['section.retry', 'files.title'])
    call.mockClear()
    await loadLanguage({ api, locale: 'de', translations: {}, reload: () => false })
    expect(call).not.toHaveBeenCalled()
  })

  test('in development the build’s own messages take precedence over those of the server', async () => {
    const api = answering(() => Promise.resolve({ 'section.retry': 'Nochmals', 'files.title': 'Ablage' }))
    const { intl, edits } = await loadLanguage({ api, locale: 'de', isDevelopment: true, reload: () => false })
    expect(intl.formatMessage({ id: 'section.retry' })).toBe('Erneut versuchen')
    expect(edits).toEqual({})
  })

  test('an edit that leaves out a placeholder is shown as it is', async () => {
    const api = answering(() => Promise.resolve({ 'section.last_good': 'An older version runs.' }))
    const { intl } = await loadLanguage({ api, locale: 'en-US', reload: () => false })
    expect(intl.formatMessage({ id: 'section.last_good' }, { id: 'a', version: '1' })).toBe('An older version runs.')
  })

  test('an edit with invalid ICU syntax does not affect the others', async () => {
    expect(Object.keys(await compile({ good: 'Hello {name}', bad: '{n, plural, one {x}' }))).toEqual(['good'])
  })

  test('without an answer of the server the page is reloaded once', async () => {
    const reload = jest.fn(() => false)
    const gone = answering(() => Promise.reject(new ApiError('network', 0, { message: 'gone' })))
    await expect(loadLanguage({ api: gone, locale: 'en-US', reload })).resolves.toMatchObject({ edits: {} })
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('after an error response the shell’s own messages are used', async () => {
    const reload = jest.fn(() => true)
    const failing = answering(() => Promise.reject(new ApiError('internal', 500, { message: 'no' })))
    await expect(loadLanguage({ api: failing, locale: 'en-US', reload })).resolves.toMatchObject({ edits: {} })
    expect(reload).not.toHaveBeenCalled()
  })
})

import { act, waitFor } from '@testing-library/react'
import { updateSetting } from '@holdall/api'
import { makeUser, renderSection } from '@holdall/testing'
import { testSection } from '../testing/test-section.tsx'

const painted = () => document.documentElement.dataset['emoji']

test('is the default of the operator, and then the choice, which is saved to the account', async () => {
  const { host, server } = await renderSection(testSection(), { path: '/platform/files' })
  expect([host.preferences.get().emojiType, painted()]).toEqual(['twemoji', 'twemoji'])
  act(() => {
    host.preferences.set('emojiType', 'applemoji')
  })
  expect(painted()).toBe('applemoji')
  await waitFor(() => {
    expect(server.callsOf(updateSetting)).toMatchObject([{ body: { name: 'emoji_type', value: 'applemoji' } }])
  })
})

test('is kept in the browser only on a page for visitors', async () => {
  const { host, server } = await renderSection(testSection(), {
    path: '/share/abc',
    config: { defaultEmoji: 'applemoji' },
  })
  expect(painted()).toBe('applemoji')
  act(() => {
    host.preferences.set('emojiType', 'twemoji')
  })
  expect(host.preferences.get().emojiType).toBe('twemoji')
  expect(server.callsOf(updateSetting)).toEqual([])
})

test('is taken from the account at sign-in, which saves nothing', async () => {
  const session = makeUser({ settings: { emoji_type: 'applemoji' } })
  const { host, server } = await renderSection(testSection(), { path: '/platform/files', session })
  expect([host.preferences.get().emojiType, painted()]).toEqual(['applemoji', 'applemoji'])
  expect(server.callsOf(updateSetting)).toEqual([])
})

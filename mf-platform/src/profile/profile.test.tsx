import { type ClientConfig, currentUser, type ThemeMode, updateSetting } from '@holdall/api'
import { ApiError } from '@holdall/api-client'
import { makeEntry, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'
import { timeZoneOptions } from './time-zone-options.ts'

const path = '/user/profile'
const user = makeUser({ name: 'Mara Lind', settings: { first_name: 'Mara', last_name: 'Lind' } })

/** A server that keeps what is saved. */
async function open(options: { reload?: () => void; config?: Partial<ClientConfig> } = {}) {
  const { server } = serverWith([])
  let saved = user
  server.on(currentUser, () => ({ data: saved }))
  server.on(updateSetting, ({ body: { name, value } }) => {
    const settings = { ...saved.relationships.settings.data.attributes, [name]: value }
    saved = makeUser({ ...user.attributes, id: user.id, settings })
    return {}
  })
  const shown = await renderSection(section, { path, session: user, server, ...options })
  await screen.findByRole('heading', { name: 'Profile' })
  const bodies = () => server.callsOf(updateSetting).map(({ body }) => body)
  return { ...shown, bodies }
}
const field = (name: string) => screen.getByRole('textbox', { name })
const enter = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } })
}

test('a name is saved once while it is typed, and says so', async () => {
  const { bodies, host } = await open()
  jest.useFakeTimers()
  for (const value of ['Mara ', 'Mara A', 'Mara An', 'Mara Ann']) {
    enter('First name', value)
    await act(() => jest.advanceTimersByTimeAsync(100))
  }
  expect(bodies()).toEqual([])
  await act(() => jest.advanceTimersByTimeAsync(49))
  expect(bodies()).toEqual([])
  await act(() => jest.advanceTimersByTimeAsync(1))
  expect(bodies()).toHaveLength(1)
  jest.useRealTimers()
  expect(await screen.findByText('Saved')).toBeInTheDocument()
  expect(bodies()).toEqual([{ name: 'first_name', value: 'Mara Ann' }])
  const session = host.session.get()
  expect(session.state === 'signed-in' && session.user.relationships.settings.data.attributes.first_name).toBe(
    'Mara Ann',
  )
})

test('a last name can be removed, a first name returns; what was typed last is saved when the page is left at once', async () => {
  const { user: person, bodies, unmount } = await open()
  await person.clear(field('First name'))
  await person.type(field('First name'), ' ')
  await person.tab()
  expect(field('First name')).toHaveValue('Mara')
  await person.clear(field('Last name'))
  await person.tab()
  // Neither the empty first name nor the single space was saved before.
  await waitFor(() => {
    expect(bodies()).toEqual([{ name: 'last_name', value: '' }])
  })
  jest.useFakeTimers()
  enter('Last name', 'Lindgren')
  unmount()
  jest.useRealTimers()
  await waitFor(() => {
    expect(bodies().slice(1)).toEqual([{ name: 'last_name', value: 'Lindgren' }])
  })
})

test('says why a name was not saved, opens an alert, and saves it once the connection is back', async () => {
  const { server, bodies, host } = await open()
  const alerts = () =>
    host.overlay.layers.get().flatMap((layer) => (layer.kind === 'alert' ? [layer.content.title] : []))
  for (const [code, value, message] of [
    ['validation', 'Marax', 'Use letters, numbers and other visible characters only.'],
    ['internal', 'Maray', 'Couldn’t save this. Try again.'],
    ['demo-read-only', 'Maraz', 'Nothing can be changed here.'],
  ] as const) {
    server.on(updateSetting, () => refuse(code, { message: 'Nothing can be changed here.' }))
    enter('First name', value)
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(alerts()).toEqual([code === 'demo-read-only' ? 'Nothing can be changed here.' : 'Something went wrong'])
    act(host.overlay.clear)
    expect(field('First name')).toBeInvalid()
    expect(field('First name')).toHaveValue(value)
  }
  server.on(updateSetting, () => Promise.reject(new ApiError('network', 0, { message: 'no answer' })))
  enter('First name', 'Maraxa')
  expect(await screen.findByText('Couldn’t save this. Try again.')).toBeInTheDocument()
  expect(alerts()).toEqual(['Something went wrong'])
  act(host.overlay.clear)
  server.on(updateSetting, {})
  const before = bodies().length
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('Saved')).toBeInTheDocument()
  expect(bodies().slice(before)).toEqual([{ name: 'first_name', value: 'Maraxa' }])
  // It is sent once.
  act(() => void dispatchEvent(new Event('online')))
  expect(bodies()).toHaveLength(before + 1)
})

test('a time zone is found by its name or offset, and saved, and that of the device again', async () => {
  const { user: person, bodies } = await open()
  await person.click(screen.getByRole('combobox', { name: 'Time zone' }))
  await person.click(await screen.findByRole('combobox', { name: 'Search time zones' }))
  await person.paste('kathmandu')
  await person.click(await screen.findByRole('option', { name: 'Asia/Kathmandu (GMT+5:45)' }))
  await waitFor(() => {
    expect(bodies()).toEqual([{ name: 'timezone', value: expect.stringMatching(/^Asia\/Kath?mandu$/) as string }])
  })
  await waitFor(() => {
    expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveTextContent('(GMT+5:45)')
  })
  await person.click(screen.getByRole('combobox', { name: 'Time zone' }))
  await person.click(await screen.findByRole('option', { name: /^Same as device/ }))
  await waitFor(() => {
    expect(bodies().at(-1)).toEqual({ name: 'timezone', value: null })
  })
})

test('time zones are the device’s, the names from west to east, and the 31 offsets', () => {
  const options = timeZoneOptions('5.75', 'Device', new Date('2026-01-01T00:00:00Z'))
  expect(options[0]).toEqual({ value: 'device', label: 'Device' })
  const labels = options.map(({ label }) => label)
  expect(labels.indexOf('America/New York (GMT-5)')).toBeLessThan(labels.indexOf('Europe/Stockholm (GMT+1)'))
  expect(labels.indexOf('Europe/Stockholm (GMT+1)')).toBeLessThan(labels.indexOf('Asia/Kathmandu (GMT+5:45)'))
  expect(options.slice(-31).map(({ label }) => label)).toEqual(expect.arrayContaining(['GMT-12', 'GMT', 'GMT+5:45']))
})

test('theme and emoji style are saved to the account, the sound in this browser; without a mail server there are no mails', async () => {
  const { user: person, host, bodies } = await open()
  expect(screen.queryByRole('combobox', { name: 'E-mail me about notifications' })).not.toBeInTheDocument()
  const sound = screen.getByRole('switch', { name: /^Play a sound/ })
  expect(sound).toBeChecked()
  await person.click(sound)
  expect(sound).not.toBeChecked()
  expect(host.preferences.get().notificationSound).toBe(false)
  expect(bodies()).toEqual([])
  const cards = within(screen.getByRole('radiogroup', { name: 'Theme' }))
  const theme = (): ThemeMode => host.preferences.get().theme
  await person.click(cards.getByRole('radio', { name: 'Dark' }))
  expect(theme()).toBe('dark')
  await waitFor(() => {
    expect(bodies()).toContainEqual({ name: 'theme_mode', value: 'dark' })
  })
  act(() => {
    host.theme.choose('light')
  })
  expect(cards.getByRole('radio', { name: 'Light' })).toBeChecked()
  await person.click(screen.getByRole('combobox', { name: 'Emoji style' }))
  await person.click(await screen.findByRole('option', { name: 'This device’s emoji' }))
  expect(host.preferences.get().emojiType).toBe('applemoji')
  await waitFor(() => {
    expect(bodies()).toContainEqual({ name: 'emoji_type', value: 'applemoji' })
  })
})

test('another language is saved and the page is loaded again', async () => {
  const reload = jest.fn()
  const { user: person, bodies } = await open({ reload })
  await person.click(screen.getByRole('combobox', { name: 'Language' }))
  await person.click(await screen.findByRole('option', { name: 'Deutsch' }))
  await waitFor(() => {
    expect(reload).toHaveBeenCalledTimes(1)
  })
  expect(bodies()).toEqual([{ name: 'locale', value: 'de' }])
})

test.each([
  ['Pacific/Auckland', 'Mar 13, 2025'],
  ['-12.0', 'Mar 12, 2025'],
])('dates of files are shown in the time zone %s of the account', async (timezone, date) => {
  const { server } = serverWith([makeEntry({ name: 'plan.docx', created_at: '2025-03-12T15:30:00.000Z' })])
  await renderSection(section, { path: '/platform/files', session: makeUser({ settings: { timezone } }), server })
  const row = (await screen.findByText('plan.docx')).closest('[role=row]')
  expect(row).toHaveTextContent(date)
})

test('copies of notifications by mail are chosen, and saved to the account', async () => {
  const { user: person, bodies } = await open({ config: { emailVerification: true } })
  await person.click(screen.getByRole('combobox', { name: 'E-mail me about notifications' }))
  await person.click(await screen.findByRole('option', { name: 'Once a day' }))
  await waitFor(() => {
    expect(bodies()).toEqual([{ name: 'notification_mails', value: 'daily' }])
  })
  await waitFor(() => {
    expect(screen.getByRole('combobox', { name: 'E-mail me about notifications' })).toHaveTextContent('Once a day')
  })
})

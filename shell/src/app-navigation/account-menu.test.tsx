import { screen, waitFor, within } from '@testing-library/react'
import { signOut, updateSetting } from '@holdall/api'
import { fakeServer, idleUploads, makeUser, refuse, renderSection, type RenderSectionOptions } from '@holdall/testing'
import { testSection } from '../testing/test-section.tsx'
import { AppNavigation } from './app-navigation.tsx'

const open = async (options: Partial<RenderSectionOptions> = {}) => {
  const shown = await renderSection(testSection(), {
    path: '/platform/files',
    session: makeUser({ name: 'Mara Lind', email: 'mara@example.com' }),
    before: <AppNavigation />,
    ...options,
  })
  await shown.user.click(screen.getByRole('button', { name: 'Account: Mara Lind' }))
  return { ...shown, menu: await screen.findByRole('menu', { name: 'Account' }) }
}
const choice = (menu: HTMLElement, name: string) => within(menu).getByRole('menuitemradio', { name })

test('shows who is signed in, and signs out', async () => {
  const { menu, user, host } = await open({ server: fakeServer().on(signOut, {}) })
  expect(screen.getByRole('button', { name: 'Account: Mara Lind' })).toHaveTextContent('Mara')
  expect(within(menu).getByText('Mara Lind')).toBeVisible()
  expect(within(menu).getByText('mara@example.com')).toBeVisible()
  await user.click(within(menu).getByRole('menuitem', { name: 'Log out' }))
  await waitFor(() => {
    expect(host.session.get().state).toBe('anonymous')
  })
})

test('leads to the profile', async () => {
  const { menu, user, address } = await open()
  await user.click(within(menu).getByRole('menuitem', { name: 'Profile' }))
  await waitFor(() => {
    expect(address()).toBe('/user/profile')
  })
})

test('changes the theme, also to that of the device', async () => {
  const { menu, user, host } = await open()
  expect(choice(menu, 'Light')).toBeChecked()
  await user.click(choice(menu, 'Same as device'))
  expect(host.preferences.get().theme).toBe('system')
})

test('saves the language to the account and reloads the page', async () => {
  const reload = jest.fn()
  const { menu, user, server } = await open({ reload })
  expect(choice(menu, 'English')).toBeChecked()
  await user.click(choice(menu, 'Deutsch'))
  await waitFor(() => {
    expect(reload).toHaveBeenCalledTimes(1)
  })
  expect(server.callsOf(updateSetting).map(({ body }) => body)).toEqual([{ name: 'locale', value: 'de' }])
  expect(document.cookie).toContain('holdall_locale=de')
})

test('keeps the language where it cannot be saved, and opens the general alert', async () => {
  const reload = jest.fn()
  const server = fakeServer().on(updateSetting, () => refuse('internal'))
  const { menu, user } = await open({ reload, server })
  await user.click(choice(menu, 'Deutsch'))
  expect(await screen.findByRole('alertdialog', { name: 'Something went wrong' })).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

test('leaves it to the user when to reload while uploads are active', async () => {
  const reload = jest.fn()
  const item = {
    id: '1',
    kind: 'file',
    name: 'a.bin',
    size: 10,
    folderId: null,
    folderName: null,
    path: '',
    state: { step: 'waiting' },
  } as const
  const items = [item]
  const uploads = idleUploads({ get: () => items })
  const { menu, user } = await open({ reload, uploads })
  await user.click(choice(menu, 'Deutsch'))
  const button = await screen.findByRole('button', { name: 'Reload' })
  expect(reload).not.toHaveBeenCalled()
  await user.click(button)
  expect(reload).toHaveBeenCalledTimes(1)
})

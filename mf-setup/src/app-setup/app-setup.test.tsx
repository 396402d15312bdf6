import { removeAppImage, setAppImage, setupApp, setupStatus, setupValues } from '@holdall/api'
import { refuse } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { defaultValues, serverAt, showStep, statusAnswer, stepsBefore, valuesAnswer } from '../testing/fake-setup.tsx'

beforeEach(() => {
  sessionStorage.clear()
})

test('saves what was entered, with sizes in bytes', async () => {
  let isSaved = false
  const server = serverAt('app-setup')
    .on(setupStatus, () => {
      const next = isSaved ? 'admin-setup' : 'app-setup'
      return statusAnswer({ next, finished: stepsBefore(next) })
    })
    .on(setupApp, () => {
      isSaved = true
      return {}
    })
  const { user, address } = await showStep('app-setup', server)
  await user.clear(await screen.findByLabelText('App name'))
  await user.type(screen.getByLabelText('App name'), 'Northwind')
  await user.click(screen.getByRole('radio', { name: 'Blue' }))
  await user.click(screen.getByRole('radio', { name: 'By invitation' }))
  await user.click(screen.getByRole('switch', { name: 'Limit storage' }))
  await user.clear(screen.getByLabelText('Storage for each account, in GB'))
  await user.type(screen.getByLabelText('Storage for each account, in GB'), '2.5')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(address()).toBe('/setup-wizard/admin-setup'))
  expect(server.callsOf(setupApp)).toEqual([
    {
      params: {},
      query: {},
      body: {
        name: 'Northwind',
        description: '',
        accent: '#2F6FED',
        contact_email: '',
        registration: 'invitation',
        default_quota_bytes: 2_500_000_000,
        max_team_members: null,
        subscription_type: 'none',
      },
    },
  ])
})

test('promises no plans, and no limit of members, which plans have', async () => {
  await showStep('app-setup', serverAt('app-setup'))
  await screen.findByLabelText('App name')
  expect(screen.queryByText(/plan|subscription|price|members/i)).toBeNull()
})

test('the page has the colour that is being chosen', async () => {
  const { user } = await showStep('app-setup', serverAt('app-setup'))
  await user.click(await screen.findByRole('radio', { name: 'Violet' }))
  await waitFor(() => expect(document.documentElement.style.getPropertyValue('--a-500')).toBe('#8E4EC6'))
})

test('refuses a wrong colour, address, size and number beside their fields', async () => {
  const server = serverAt('app-setup')
  const { user } = await showStep('app-setup', server)
  await user.clear(await screen.findByLabelText('Custom color'))
  await user.type(screen.getByLabelText('Custom color'), 'blue')
  await user.type(screen.getByLabelText('Contact address'), 'ada')
  await user.click(screen.getByRole('switch', { name: 'Limit storage' }))
  await user.clear(screen.getByLabelText('Storage for each account, in GB'))
  await user.type(screen.getByLabelText('Storage for each account, in GB'), '0')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Enter a color like #2F6FED')).toBeInTheDocument()
  expect(screen.getByText(/Enter an e-mail address/)).toBeInTheDocument()
  expect(screen.getByText('Enter a number above 0')).toBeInTheDocument()
  expect(server.callsOf(setupApp)).toEqual([])
})

test('an image is saved once it is chosen, shown on both backgrounds, and removed', async () => {
  let logo: string | null = null
  const server = serverAt('app-setup')
    .on(setupValues, () => valuesAnswer({ images: { ...defaultValues.images, logo } }))
    .on(setAppImage, () => {
      logo = '/api/app-image/logo'
      return { data: { id: 'logo' as const, type: 'app-image' as const, attributes: { url: logo } } }
    })
    .on(removeAppImage, () => {
      logo = null
      return {}
    })
  const { user } = await showStep('app-setup', server)
  const field = within(await screen.findByRole('group', { name: 'Logo' }))
  await user.upload(
    field.getByLabelText('Logo', { selector: 'input' }),
    new File(['x'], 'l.png', { type: 'image/png' }),
  )
  expect(await field.findByRole('img', { name: 'Logo, current image' })).toBeInTheDocument()
  expect(field.getByRole('img').parentElement?.parentElement?.querySelectorAll('img')).toHaveLength(2)
  await user.click(field.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(field.queryByRole('img')).toBeNull())
  expect(server.callsOf(removeAppImage)).toMatchObject([{ params: { name: 'logo' } }])
})

test('an image can be dropped; what is none or too large is refused before it is sent', async () => {
  const server = serverAt('app-setup').on(setAppImage, () => refuse('bad-image', { message: 'It is damaged.' }))
  await showStep('app-setup', server)
  const group = await screen.findByRole('group', { name: 'Favicon' })
  const drop = (file: File) => fireEvent.drop(group, { dataTransfer: { types: ['Files'], files: [file] } })
  drop(new File(['x'], 'a.txt', { type: 'text/plain' }))
  expect(await within(group).findByRole('alert')).toHaveTextContent('This isn’t an image.')
  drop(new File([new Uint8Array(3 * 1024 * 1024)], 'a.png', { type: 'image/png' }))
  expect(await within(group).findByText('Use an image of up to 2 MB.')).toBeInTheDocument()
  expect(server.callsOf(setAppImage)).toEqual([])
  drop(new File(['x'], 'a.png', { type: 'image/png' }))
  expect(await within(group).findByText('It is damaged.')).toBeInTheDocument()
})

test('a locked name is shown with its variable and sent as it is, whatever was entered before', async () => {
  sessionStorage.setItem('holdall.setup.app-setup', JSON.stringify({ name: 'Northwind' }))
  const server = serverAt('app-setup', { locked: [{ name: 'name', by: 'HOLDALL_NAME' }] }).on(setupApp, {})
  const { user } = await showStep('app-setup', server)
  expect(await screen.findByLabelText('App name')).toHaveAttribute('readonly')
  expect(screen.getByText('HOLDALL_NAME')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(server.callsOf(setupApp)).toMatchObject([{ body: { name: 'Holdall' } }]))
})

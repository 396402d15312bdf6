import { setupAdmin, setupKeyHeader } from '@holdall/api'
import { refuse } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import { leaveWizard } from '../layout/leave-wizard.ts'
import { keepFields } from '../setup-key/kept-fields.ts'
import { serverAt, showStep } from '../testing/fake-setup.tsx'

jest.mock('../layout/leave-wizard.ts', () => ({ leaveWizard: jest.fn() }))
const opened = jest.mocked(leaveWizard)

const show = (server = serverAt('admin-setup')) => showStep('admin-setup', server)

async function fill({ user }: Awaited<ReturnType<typeof show>>, again = 'quiet rivers run deep') {
  await user.type(await screen.findByLabelText('Full name'), 'Maya Lindqvist')
  await user.type(screen.getByLabelText('E-mail'), 'maya@example.com')
  await user.type(screen.getByLabelText('Password'), 'quiet rivers run deep')
  await user.type(screen.getByLabelText('Repeat password'), again)
}
const finish = () => screen.getByRole('button', { name: 'Finish setup' })

beforeEach(() => {
  opened.mockClear()
  sessionStorage.clear()
})

test('refuses passwords that differ and fields that are empty, without a call', async () => {
  const shown = await show()
  await fill(shown, 'quiet rivers run deeper')
  await shown.user.clear(screen.getByLabelText('Full name'))
  await shown.user.click(finish())
  expect(await screen.findByText('The passwords don’t match')).toBeInTheDocument()
  expect(screen.getByText(/Enter your name/)).toBeInTheDocument()
  expect(shown.server.callsOf(setupAdmin)).toEqual([])
})

test('says that a name is too long', async () => {
  const { user } = await show()
  await user.click(await screen.findByLabelText('Full name'))
  await user.paste('x'.repeat(256))
  await user.tab()
  expect(await screen.findByText('Enter a shorter name')).toBeInTheDocument()
})

test('a field that was left empty is not invalid before the form is submitted', async () => {
  const { user } = await show()
  await user.click(await screen.findByLabelText('Full name'))
  await user.type(screen.getByLabelText('E-mail'), 'maya')
  await user.tab()
  expect(await screen.findByText(/Enter an e-mail address/)).toBeInTheDocument()
  expect(screen.queryByText('Enter your name')).toBeNull()
})

test('says that the setup was completed in the meantime', async () => {
  const shown = await show(serverAt('admin-setup').on(setupAdmin, () => refuse('conflict')))
  await fill(shown)
  await shown.user.click(finish())
  expect(await screen.findByText(/Someone else completed the setup/)).toBeInTheDocument()
  await shown.user.click(screen.getByRole('button', { name: 'Go to sign-in' }))
  expect(opened).toHaveBeenCalledWith('/sign-in')
})

test.each([
  ['forbidden', {}, 'This key is wrong'],
  ['not-found', {}, 'Holdall is already set up'],
] as const)('ends the wizard on %s', async (code, extra, title) => {
  const shown = await show(serverAt('admin-setup').on(setupAdmin, () => refuse(code, extra)))
  await fill(shown)
  await shown.user.click(finish())
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
})

test('shows an error of the server at its field', async () => {
  const shown = await show(
    serverAt('admin-setup').on(setupAdmin, () => refuse('validation', { errors: { email: ['Not this one.'] } })),
  )
  await fill(shown)
  await shown.user.click(finish())
  expect(await screen.findByText('Not this one.')).toBeInTheDocument()
  expect(screen.getByLabelText('E-mail')).toHaveAttribute('aria-invalid', 'true')
  await shown.user.type(screen.getByLabelText('E-mail'), '.org')
  await waitFor(() => expect(screen.queryByText('Not this one.')).toBeNull())
})

test('creates the owner once with the key in a header, deletes the key and loads a new page', async () => {
  const keys: unknown[] = []
  const server = serverAt('admin-setup').on(setupAdmin, {})
  server.http.interceptors.request.use((config) => {
    if (config.url === setupAdmin.path) keys.push(config.headers.get(setupKeyHeader))
    return config
  })
  const shown = await show(server)
  // What was entered in another step and never sent.
  keepFields('environment', { public_url: 'https://files.example' })
  await fill(shown)
  await shown.user.dblClick(finish())
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
  expect(keys).toEqual(['secret'])
  expect(sessionStorage).toHaveLength(0)
})

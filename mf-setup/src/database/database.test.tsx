import { setupDatabase, setupStatus, testSetupDatabase } from '@holdall/api'
import { refuse } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import { leaveWizard } from '../layout/leave-wizard.ts'
import { serverAt, showStep, statusAnswer, stepsBefore } from '../testing/fake-setup.tsx'

jest.mock('../layout/leave-wizard.ts', () => ({ leaveWizard: jest.fn() }))
const opened = jest.mocked(leaveWizard)

beforeEach(() => {
  opened.mockClear()
  sessionStorage.clear()
})

type Shown = Awaited<ReturnType<typeof showStep>>
const continueButton = () => screen.getByRole('button', { name: 'Continue' })

async function choosePostgres({ user }: Shown) {
  await user.click(await screen.findByRole('radio', { name: 'PostgreSQL' }))
  await user.type(await screen.findByLabelText('Host'), 'db.example.com')
  await user.type(screen.getByLabelText('Password'), 'tell nobody')
}
const body = {
  engine: 'postgres',
  host: 'db.example.com',
  port: 5432,
  name: 'holdall',
  user: 'holdall',
  password: 'tell nobody',
  tls: 'verify',
}

test('SQLite is the default, and one click continues', async () => {
  let isSaved = false
  const server = serverAt('database')
    .on(setupStatus, () => {
      const next = isSaved ? 'environment' : 'database'
      return statusAnswer({ next, finished: stepsBefore(next) })
    })
    .on(setupDatabase, () => {
      isSaved = true
      return {}
    })
  const { user, address } = await showStep('database', server)
  expect(await screen.findByRole('radio', { name: 'SQLite Recommended' })).toBeChecked()
  await user.click(continueButton())
  await waitFor(() => expect(address()).toBe('/setup-wizard/environment'))
  expect(server.callsOf(setupDatabase)).toMatchObject([{ body: { engine: 'sqlite' } }])
})

test('the test of the connection says what is in the database', async () => {
  const server = serverAt('database').on(testSetupDatabase, {
    data: {
      id: 'setup',
      type: 'setup-database',
      attributes: { version: 'PostgreSQL 17.2', state: 'installed', accounts: 3 },
    },
  })
  const shown = await showStep('database', server)
  await choosePostgres(shown)
  await shown.user.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText(/already has a Holdall installation with 3 accounts/)).toBeInTheDocument()
  expect(server.callsOf(testSetupDatabase)).toMatchObject([{ body }])
  // It says nothing about what is chosen next.
  await shown.user.click(screen.getByRole('radio', { name: /SQLite/ }))
  await waitFor(() => expect(screen.queryByText(/installation with 3 accounts/)).toBeNull())
})

test('shows the words of the database server itself', async () => {
  const server = serverAt('database').on(testSetupDatabase, () =>
    refuse('database-unusable', {
      message: 'The server refused the password.',
      errors: { detail: ['password authentication failed for user "holdall"'] },
    }),
  )
  const shown = await showStep('database', server)
  await choosePostgres(shown)
  await shown.user.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The server refused the password.')
  expect(screen.getByText('password authentication failed for user "holdall"')).toBeInTheDocument()
})

test('refuses empty fields and a wrong port beside them, without a call', async () => {
  const server = serverAt('database')
  const { user } = await showStep('database', server)
  await user.click(await screen.findByRole('radio', { name: 'PostgreSQL' }))
  await user.clear(screen.getByLabelText('Port'))
  await user.type(screen.getByLabelText('Port'), '70000')
  await user.click(continueButton())
  expect(await screen.findByText('Fill in this field')).toBeInTheDocument()
  expect(screen.getByText('Enter a port from 1 to 65535')).toBeInTheDocument()
  expect(screen.getByLabelText('Host')).toHaveAttribute('aria-invalid', 'true')
  expect(server.callsOf(setupDatabase)).toEqual([])
})

test('asks whether a server at a private address is the operator’s own', async () => {
  const server = serverAt('database').on(testSetupDatabase, ({ body: sent }) =>
    sent.engine === 'postgres' && sent.allow_private
      ? {
          data: {
            id: 'setup' as const,
            type: 'setup-database' as const,
            attributes: { version: 'PostgreSQL 17.2', state: 'empty' as const, accounts: 0 },
          },
        }
      : refuse('private-address', { errors: { allow_private: ['Is it yours?'] } }),
  )
  const shown = await showStep('database', server)
  await choosePostgres(shown)
  await shown.user.click(screen.getByRole('button', { name: 'Test connection' }))
  await shown.user.click(await screen.findByRole('checkbox', { name: /I trust this server/ }))
  await shown.user.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText(/Connected to .* The database is empty/)).toBeInTheDocument()
})

test('uses an installation that is in the database once that is confirmed, and leads to sign-in', async () => {
  const server = serverAt('database').on(setupDatabase, ({ body: sent }) =>
    sent.use_existing ? {} : refuse('database-in-use', { message: 'It has 3 accounts.' }),
  )
  const shown = await showStep('database', server)
  await choosePostgres(shown)
  await shown.user.click(continueButton())
  await shown.user.click(await screen.findByRole('button', { name: 'Use it and sign in' }))
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/sign-in'))
  expect(sessionStorage).toHaveLength(0)
})

test('a database of the environment is shown with the variable and cannot be changed', async () => {
  const server = serverAt('database', { locked: [{ name: 'database', by: 'HOLDALL_DATABASE_URL' }] })
  await showStep('database', server)
  expect(await screen.findByText('HOLDALL_DATABASE_URL')).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'PostgreSQL' })).toBeDisabled()
})

test('a database of the environment is sent as it is, whatever was entered before', async () => {
  sessionStorage.setItem('holdall.setup.database', JSON.stringify({ host: 'other.example.com' }))
  const { password: _, ...saved } = body
  const server = serverAt('database', {
    database: { ...saved, engine: 'postgres', tls: 'verify', has_password: true },
    locked: [{ name: 'database', by: 'HOLDALL_DATABASE_URL' }],
  }).on(setupDatabase, {})
  const { user } = await showStep('database', server)
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(server.callsOf(setupDatabase)).toMatchObject([{ body: { ...saved, password: null } }]))
})

test('an error of a field that the form does not have is shown above it', async () => {
  const server = serverAt('database').on(setupDatabase, () => refuse('validation', { errors: { version: ['No.'] } }))
  const { user } = await showStep('database', server)
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('alert')).toBeInTheDocument()
})

test('what was entered is there after a reload, the password is not', async () => {
  const first = await showStep('database', serverAt('database'))
  await choosePostgres(first)
  expect(JSON.stringify(sessionStorage)).not.toContain('tell nobody')
  first.unmount()
  await showStep('database', serverAt('database'))
  expect(await screen.findByLabelText('Host')).toHaveValue('db.example.com')
  expect(screen.getByLabelText('Password')).toHaveValue('')
})

test('waits for a server that does not answer while it changes, and continues', async () => {
  let isSaved = false
  let failures = 0
  const server = serverAt('database')
    .on(setupDatabase, () => {
      isSaved = true
      return refuse('busy')
    })
    .on(setupStatus, () => {
      if (isSaved && failures++ < 1) return refuse('busy')
      const next = isSaved ? 'environment' : 'database'
      return statusAnswer({ next, finished: stepsBefore(next) })
    })
  const { user, address } = await showStep('database', server)
  await user.click(await screen.findByRole('radio', { name: 'PostgreSQL' }))
  await user.type(screen.getByLabelText('Host'), 'db.example.com')
  await user.click(continueButton())
  expect(await screen.findByText(/Waiting for the server to answer/)).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/setup-wizard/environment'))
})

test('a step that was finished before and loses its connection says so, and does not continue', async () => {
  const server = serverAt('environment').on(setupDatabase, () => refuse('busy'))
  const { user, address } = await showStep('database', server)
  await user.click(await screen.findByRole('radio', { name: 'PostgreSQL' }))
  await user.type(screen.getByLabelText('Host'), 'db.example.com')
  await user.click(continueButton())
  expect(await screen.findByText(/The connection was lost while this was saved/)).toBeInTheDocument()
  expect(address()).toBe('/setup-wizard/database')
  expect(screen.getByLabelText('Host')).toHaveValue('db.example.com')
})

test('keeps the form where the server did not start with it', async () => {
  const server = serverAt('database').on(setupDatabase, () =>
    refuse('restart-failed', {
      message: 'The earlier database is in use again.',
      errors: { detail: ['no space left'] },
    }),
  )
  const shown = await showStep('database', server)
  await choosePostgres(shown)
  await shown.user.click(continueButton())
  expect(await screen.findByRole('alert')).toHaveTextContent('The earlier database is in use again.')
  expect(screen.getByLabelText('Host')).toHaveValue('db.example.com')
})

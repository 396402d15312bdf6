import { setupPurchaseCode, setupStatus, setupValues } from '@holdall/api'
import { fakeServer, refuse } from '@holdall/testing'
import { fetchOnce } from '@holdall/section'
import { screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverAt, showStep, statusAnswer, stepsBefore, valuesAnswer } from '../testing/fake-setup.tsx'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))
beforeEach(() => {
  sessionStorage.clear()
})

const steps = () => screen.getByRole('list', { name: 'Steps' })

test.each(['environment', 'admin-setup'] as const)(
  'a step that cannot be opened yet leads to the first that is not finished: %s',
  async (step) => {
    const { address } = await showStep(step, serverAt('database'))
    expect(await screen.findByRole('heading', { name: 'Choose a database' })).toBeInTheDocument()
    expect(address()).toBe('/setup-wizard/database')
  },
)

test('the second step can be opened once the checks pass, without anything saved', async () => {
  const server = serverAt('status-check').on(setupStatus, () => statusAnswer({ ready: true, finished: [] }))
  const { address } = await showStep('purchase-code', server)
  expect(await screen.findByRole('heading', { name: 'Enter a purchase code' })).toBeInTheDocument()
  expect(address()).toBe('/setup-wizard/purchase-code')
})

test('nothing can be opened while a check fails', async () => {
  const server = serverAt('status-check').on(setupStatus, () => statusAnswer({ ready: false, finished: [] }))
  const { address } = await showStep('database', server)
  expect(await screen.findByText(/Check the server/)).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/setup-wizard/status-check'))
})

// The second is what the shell makes of the first until Holdall is set up.
test.each(['/install?key=secret', '/setup-wizard/status-check?key=secret'])(
  'the printed address continues where the setup was interrupted: %s',
  async (path) => {
    const { address, user } = await showStep('status-check', serverAt('environment'), { path })
    expect(await screen.findByLabelText('Public address')).toBeInTheDocument()
    expect(address()).toBe('/setup-wizard/environment')
    await user.click(await within(steps()).findByRole('link', { name: /Status check/ }))
    expect(await screen.findByRole('heading', { name: 'Check the server' })).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(address()).toBe('/setup-wizard/environment'))
  },
)

test('finished steps are links, the current one is marked, and later ones are neither', async () => {
  const { user, address } = await showStep('environment', serverAt('environment'))
  expect(await screen.findByLabelText('Public address')).toBeInTheDocument()
  const items = within(steps()).getAllByRole('listitem')
  expect(items.map((item) => item.querySelector('a') !== null)).toEqual([true, true, true, false, false, false])
  expect(within(items[3]!).getByText('Environment').closest('[aria-current]')).toHaveAttribute('aria-current', 'step')
  expect(items[0]).toHaveTextContent('Status check done')
  await user.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(address()).toBe('/setup-wizard/database'))
  expect(await screen.findByRole('heading', { name: 'Choose a database' })).toBeInTheDocument()
})

test('says what failed while loading, and can try again', async () => {
  let answers = false
  const server = fakeServer()
    .on(setupStatus, () => statusAnswer({ next: 'database', finished: stepsBefore('database') }))
    .on(setupValues, () => (answers ? valuesAnswer() : refuse('internal', { error_id: 'e-7' })))
  const { user } = await showStep('database', server)
  expect(await screen.findByText(/Search its log for this number: e-7/)).toBeInTheDocument()
  answers = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radio', { name: /SQLite/ })).toBeChecked()
})

test.each([
  ['forbidden', 'This key is wrong'],
  ['not-found', 'Holdall is already set up'],
] as const)('%s ends the wizard in every step', async (code, title) => {
  const server = serverAt('purchase-code').on(setupPurchaseCode, () => refuse(code))
  const { user } = await showStep('purchase-code', server)
  await user.click(await screen.findByRole('button', { name: 'Skip' }))
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
})

import { setupPurchaseCode, setupStatus } from '@holdall/api'
import { refuse } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import { serverAt, showStep, statusAnswer, stepsBefore } from '../testing/fake-setup.tsx'

beforeEach(() => {
  sessionStorage.clear()
})

/** A server that finishes the step once it is saved. */
function saving() {
  const server = serverAt('purchase-code')
  let isSaved = false
  return server
    .on(setupStatus, () =>
      statusAnswer(
        isSaved
          ? { next: 'database', finished: stepsBefore('database') }
          : { next: 'purchase-code', finished: ['status-check'] },
      ),
    )
    .on(setupPurchaseCode, () => {
      isSaved = true
      return {}
    })
}

test('says that a code unlocks nothing, and can be skipped', async () => {
  const { user, server, address } = await showStep('purchase-code', saving())
  expect(await screen.findByText(/a code unlocks nothing/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Skip' }))
  await waitFor(() => expect(address()).toBe('/setup-wizard/database'))
  expect(server.callsOf(setupPurchaseCode)).toMatchObject([{ body: { purchase_code: null } }])
})

test('sends the code and keeps it out of the storage of the browser', async () => {
  const { user, server, address } = await showStep('purchase-code', saving())
  await user.type(await screen.findByLabelText('Purchase code'), ' ABC-123 {Enter}')
  expect(JSON.stringify(sessionStorage)).not.toContain('ABC')
  await waitFor(() => expect(address()).toBe('/setup-wizard/database'))
  expect(server.callsOf(setupPurchaseCode)).toMatchObject([{ body: { purchase_code: 'ABC-123' } }])
})

test('a code that is saved can be read and replaced', async () => {
  await showStep('purchase-code', serverAt('admin-setup', { purchase_code: 'ABC-123' }))
  expect(await screen.findByLabelText('Purchase code')).toHaveValue('ABC-123')
})

test('shows the message of the server at the field', async () => {
  const server = serverAt('purchase-code').on(setupPurchaseCode, () =>
    refuse('validation', { errors: { purchase_code: ['Use one line.'] } }),
  )
  const { user } = await showStep('purchase-code', server)
  await user.type(await screen.findByLabelText('Purchase code'), 'x{Enter}')
  expect(await screen.findByText('Use one line.')).toBeInTheDocument()
  expect(screen.getByLabelText('Purchase code')).toHaveAttribute('aria-invalid', 'true')
})

import { confirmPassword, endOtherSessions } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { defineSection, type SectionModule } from '@holdall/section'
import { makeUser, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'
import { useConfirmed } from './use-confirmed.ts'

/** A page with one privileged call, whose result it shows. */
function Page() {
  const confirmed = useConfirmed()
  const [result, setResult] = useState('')
  const run = () =>
    confirmed(() => api.call(endOtherSessions)).then(
      () => {
        setResult('changed')
      },
      (error: unknown) => {
        setResult(isApiError(error) ? error.code : 'thrown')
      },
    )
  return (
    <>
      <button onClick={() => void run()}>Change</button>
      <output>{result}</output>
    </>
  )
}
const page: SectionModule = defineSection({
  id: 'example',
  version: '1.0.0',
  requires: { shellApi: '^1.0.0' },
  routes: [{ path: '/example', access: 'user', titleKey: 'title', page: () => Promise.resolve(Page) }],
  messages: { 'en-US': () => Promise.resolve({ title: 'Example' }) },
})

async function open({ hasPassword = true }: { readonly hasPassword?: boolean } = {}) {
  const { server } = serverWith([])
  let isConfirmed = false
  server.on(endOtherSessions, () => (isConfirmed ? {} : refuse('confirmation-required')))
  server.on(confirmPassword, ({ body }) => {
    if (body.password !== 'right') return refuse('validation', { errors: { password: ['Wrong.'] } })
    isConfirmed = true
    return {}
  })
  const session = makeUser({ has_password: hasPassword })
  const shown = await renderSection(page, { path: '/example', server, session, others: [section] })
  await shown.user.click(screen.getByRole('button', { name: 'Change' }))
  await screen.findByRole('dialog', { name: 'Confirm that it’s you' })
  return { ...shown, server }
}

test('the password is asked for, and the call repeated once it was right', async () => {
  const { user, server } = await open()
  await user.type(screen.getByLabelText('Password'), 'right')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  expect(await screen.findByText('changed')).toBeInTheDocument()
  expect(server.callsOf(endOtherSessions)).toHaveLength(2)
})

test('a wrong password is shown at its field, and can be corrected', async () => {
  const { user, server } = await open()
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByText('This isn’t your password.')).toBeInTheDocument()
  expect(server.callsOf(endOtherSessions)).toHaveLength(1)
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText('changed')).toBeInTheDocument()
})

test('too many wrong ones are said above the field', async () => {
  const { user, server } = await open()
  server.on(confirmPassword, () => refuse('throttled', { message: 'Too many attempts.' }))
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByText('Too many attempts.')).toBeInTheDocument()
})

test('dismissing it rejects as an aborted call, and shows nothing', async () => {
  const { user, server } = await open()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('aborted')).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(server.callsOf(endOtherSessions)).toHaveLength(1)
})

test('an account without a password is told to sign in again', async () => {
  await open({ hasPassword: false })
  expect(screen.getByText(/Sign in again to confirm that it is you/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Sign in again' })).toBeInTheDocument()
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
})

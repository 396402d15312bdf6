import { createShare, revokeShares, updateShare } from '@holdall/api'
import { makeEntry, makeId } from '@holdall/testing'
import { fireEvent, screen } from '@testing-library/react'
import { share, sharedFile } from '../testing/platform-fixture.ts'
import { openSharePopup } from '../testing/share-popup-fixture.ts'

test('a link to a file is created with one click, without a permission to choose, and edited from then on', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { user, server, home } = await openSharePopup(file)
  expect(screen.queryByRole('radio', { name: 'Can edit' })).not.toBeInTheDocument()
  server.on(createShare, () => {
    const link = share(file.id)
    home.entries[0] = { ...file, relationships: { shared: { data: link, meta: { total: 1 } } } }
    return { data: link }
  })
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue('files.example/share/token-of-a-link-1')
  // Enter copies it.
  expect(screen.getByRole('button', { name: 'Copy' })).toHaveFocus()
  expect(server.callsOf(createShare)[0]?.body).toEqual({
    id: file.id,
    isPassword: false,
    password: null,
    expiration: null,
  })
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findAllByText('Link')
  fireEvent.contextMenu(screen.getByText('plan.docx'))
  expect(await screen.findByRole('menuitem', { name: 'Edit link…' })).toBeInTheDocument()
})

test('password protection needs a password, which is sent with the expiry that was chosen', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { user, server } = await openSharePopup(file)
  server.on(createShare, { data: share(file.id, { protected: true, expire_in: 12 }) })
  await user.click(screen.getByRole('switch', { name: 'Password' }))
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByText('Enter a password')).toBeInTheDocument()
  expect(server.callsOf(createShare)).toHaveLength(0)
  await user.type(screen.getByLabelText('Password', { selector: 'input[type=password]' }), 'open-kit')
  await user.click(screen.getByRole('switch', { name: 'Expires' }))
  await user.click(screen.getByRole('radio', { name: '12 h' }))
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByRole('textbox', { name: 'Link' })
  expect(server.callsOf(createShare)[0]?.body).toMatchObject({ isPassword: true, password: 'open-kit', expiration: 12 })
})

test('an edit sends only what changed', async () => {
  const { user, server } = await openSharePopup(sharedFile('plan.docx', { protected: true, expire_in: 24 }))
  server.on(updateShare, { data: share(makeId()) })
  expect(screen.getByRole('switch', { name: 'Password' })).toBeChecked()
  expect(screen.getByRole('radio', { name: '1 day' })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('radio', { name: '7 days' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Link updated')).toBeInTheDocument()
  expect(server.callsOf(updateShare)[0]).toMatchObject({
    params: { token: 'token-of-a-link-1' },
    body: { expiration: 168 },
  })
  expect(server.callsOf(updateShare)[0]?.body).not.toHaveProperty('protected')
})

test('a link to a folder can allow editing, which its popup explains', async () => {
  const folder = makeEntry({ type: 'folder', name: 'Client' })
  const { user, server } = await openSharePopup(folder)
  server.on(createShare, { data: share(folder.id, { permission: 'editor' }) })
  server.on(updateShare, { data: share(folder.id) })
  expect(screen.getByRole('radio', { name: 'Can view' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'Can edit' }))
  expect(screen.getByText(/What they delete goes to your trash/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByRole('textbox', { name: 'Link' })
  expect(server.callsOf(createShare)[0]?.body).toMatchObject({ id: folder.id, permission: 'editor' })
  expect(screen.getByRole('radio', { name: 'Can edit' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'Can view' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Link updated')).toBeInTheDocument()
  expect(server.callsOf(updateShare)[0]?.body).toEqual({ permission: 'visitor' })
})

test('the whole address is copied, also without a secure context, and revoking the link is confirmed first', async () => {
  const { user, server } = await openSharePopup(sharedFile('plan.docx'))
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
  let copied = ''
  document.execCommand = () => {
    const field = document.activeElement as HTMLTextAreaElement
    copied = field.value
    return true
  }
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument()
  expect(copied).toBe('https://files.example/share/token-of-a-link-1')
  server.on(revokeShares, { message: 'Done.', count: 1 })
  await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
  await user.click(await screen.findByRole('button', { name: 'Keep sharing' }))
  expect(server.callsOf(revokeShares)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
  await screen.findByRole('button', { name: 'Keep sharing' })
  await user.click(screen.getAllByRole('button', { name: 'Stop sharing' }).at(-1) as HTMLElement)
  expect(await screen.findByText('Sharing stopped')).toBeInTheDocument()
  expect(server.callsOf(revokeShares)[0]?.body).toEqual({ tokens: ['token-of-a-link-1'] })
})

describe('an expired link', () => {
  const expired = { expire_in: 24, expires_at: '2026-03-13T10:00:00.000Z' }

  test('is shown as expired in the list and in the popup, and renewed for the same duration', async () => {
    const { user, server } = await openSharePopup(sharedFile('plan.docx', expired))
    server.on(updateShare, { data: share(makeId()) })
    expect(screen.getAllByText('Link expired').length).toBeGreaterThan(0)
    expect(await screen.findByText(/This link expired on/)).toHaveTextContent('Mar 13, 2026')
    await user.click(screen.getByRole('button', { name: 'Renew link' }))
    expect(await screen.findByText('Link renewed')).toBeInTheDocument()
    expect(server.callsOf(updateShare)[0]?.body).toEqual({ expiration: 24 })
  })

  test('has the icon of an expired link, also with a password', async () => {
    await openSharePopup(sharedFile('plan.docx', { ...expired, protected: true }))
    const icons = [...document.querySelectorAll('[role=row] [data-expired] svg')]
    expect(icons.length).toBeGreaterThan(0)
    for (const icon of icons) expect(icon).toHaveClass('lucide-link-2-off')
  })

  test('is renewed for another duration, or without an expiry', async () => {
    const { user, server } = await openSharePopup(sharedFile('plan.docx', expired))
    server.on(updateShare, { data: share(makeId()) })
    await user.click(screen.getByRole('switch', { name: 'Expires' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Link updated')
    expect(server.callsOf(updateShare)[0]?.body).toEqual({ expiration: null })
  })
})

import { createShare, updateShare } from '@holdall/api'
import { makeEntry, makeId } from '@holdall/testing'
import { fireEvent, screen } from '@testing-library/react'
import { share, sharedFile } from '../testing/platform-fixture.ts'
import { openSharePopup } from '../testing/share-popup-fixture.ts'

const field = () => screen.getByRole('spinbutton', { name: 'Maximum downloads' })

test('a link gets a limit of downloads', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { user, server } = await openSharePopup(file)
  server.on(createShare, { data: share(file.id, { download_limit: 25 }) })
  await user.click(screen.getByRole('switch', { name: 'Limit downloads' }))
  expect(field()).toHaveValue(10)
  await user.clear(field())
  await user.type(field(), '25')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByRole('textbox', { name: 'Link' })
  expect(server.callsOf(createShare)[0]?.body).toMatchObject({ download_limit: 25 })
  expect(screen.getByText('0 of 25 downloads')).toBeInTheDocument()
})

test.each(['0', '10001', '1.5', ''])('%j is no limit, and nothing is sent', async (typed) => {
  const { user, server } = await openSharePopup(makeEntry({ name: 'plan.docx' }))
  await user.click(screen.getByRole('switch', { name: 'Limit downloads' }))
  fireEvent.change(field(), { target: { value: typed } })
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByText('Enter a number from 1 to 10,000')).toBeInTheDocument()
  expect(server.callsOf(createShare)).toHaveLength(0)
})

test('shows how many downloads were counted, and the limit is removed', async () => {
  const { user, server } = await openSharePopup(sharedFile('plan.docx', { download_limit: 5, downloads: 5 }))
  server.on(updateShare, { data: share(makeId()) })
  expect(screen.getByText('5 of 5 downloads')).toBeInTheDocument()
  expect(screen.getByText(/^This link has reached its download limit/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'QR code' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('switch', { name: 'Limit downloads' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Link updated')
  expect(server.callsOf(updateShare)[0]?.body).toEqual({ download_limit: null })
})
